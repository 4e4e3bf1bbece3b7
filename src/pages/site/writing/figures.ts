/** How pages write numbers, days and durations. Days are those of UTC, as everywhere. */
import { shownDay } from './dates.ts';

/** 12345 as 12,345. */
export function inFigures(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** 5 Jun */
export function dayName(atMs: number): string {
  return shownDay(atMs).slice(0, -' 2027'.length);
}

/** 850 ms, 1.2 s; a dash where there is none. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}

/** A part of a whole: 97.5 %, and no 100 % that is none. A dash of nothing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = Math.floor((part / whole) * 1000) / 10;
  return `${percent === 100 || percent === 0 ? percent : percent.toFixed(1)} %`;
}
