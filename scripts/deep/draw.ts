/** Which parts of the deep level run beside a push, and what a failure of one means. */
import { matches } from '../groups/patterns.ts';
import { roomOf } from '../repository/room.ts';
import type { Part } from './parts.ts';
import type { DeepRun } from './record.ts';

/**
 * Those that ran longest ago, as many as fit.
 * @param random values between 0 and 1: they decide between parts of one day
 */
export function drawParts(
  parts: readonly Part[],
  runs: ReadonlyMap<string, DeepRun>,
  seconds: number,
  random: () => number,
): Part[] {
  const inOrder = parts
    .map((part) => ({ part, date: runs.get(part.name)?.date ?? '', lot: random() }))
    .sort((one, other) => one.date.localeCompare(other.date) || one.lot - other.lot);
  let left = seconds;
  return inOrder.flatMap(({ part }) => {
    const takes = runs.get(part.name)?.wallSeconds ?? part.seconds;
    if (takes > left) return [];
    left -= takes;
    return [part];
  });
}

/** Whether a change is to blame for the failure of a part. @param changed files that differ from where it began */
export function isTouched({ paths }: Part, changed: readonly string[]): boolean {
  return changed.some((file) => matches(paths, file));
}

/** The rooms of src that files are of, in order: `edge`, `pages/site`. */
export function roomsOf(files: readonly string[]): string[] {
  const rooms = files.flatMap((file) => roomOf(file)?.slice('src/'.length) ?? []);
  return [...new Set(rooms)].sort();
}

/** Whole days from one date to another, both such as 2026-11-28. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
