/** Which mutants are tried, drawn from a seed: the same seed draws the same ones of the same text. */
import { createHash } from 'node:crypto';
import type { Mutant } from './mutants.ts';

/** The `number`-th of so many parts, counted from 1. */
export interface Part {
  readonly number: number;
  readonly of: number;
}

interface Lot {
  readonly mutant: Mutant;
  readonly lot: string;
}

/**
 * All mutants in the order in which they are tried: one of each file in turn, so that every file has its share.
 * Mutants that return other values at one place follow each other.
 */
export function drawn(mutants: readonly Mutant[], seed: number): Mutant[] {
  const byFile = new Map<string, Lot[]>();
  for (const mutant of mutants) {
    const lots = byFile.get(mutant.file) ?? [];
    lots.push({ mutant, lot: lotOf(mutant, seed) });
    byFile.set(mutant.file, lots);
  }
  const turns = [...byFile.values()].flatMap(inTurns);
  return turns.sort((one, other) => one.turn - other.turn || compare(one.lot, other.lot)).map(({ mutant }) => mutant);
}

/** Keeps one of the mutants that return other values at one place: they are the same fault. */
export function oneAnswerEach(mutants: readonly Mutant[]): Mutant[] {
  const seen = new Set<string>();
  return mutants.filter((mutant) => {
    if (mutant.operator !== 'answer') return true;
    const place = placeOf(mutant);
    const isFirst = !seen.has(place);
    seen.add(place);
    return isFirst;
  });
}

/** Every `of`-th of them: all parts together are all of them, and each has its share of every file. */
export function partOf<Each>(all: readonly Each[], { number, of }: Part): Each[] {
  return all.filter((_, index) => index % of === number - 1);
}

/** Reads `2/3`. @throws Error where it is no part */
export function readPart(text: string): Part {
  const [, number, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (!(number >= 1 && number <= of)) throw new Error(`Expected a part, as 2/3, for --part but received '${text}'`);
  return { number, of };
}

/** Mutants of one lot take one turn of their file. */
function inTurns(lots: Lot[]): (Lot & { turn: number })[] {
  let turn = -1;
  let last = '';
  return lots
    .sort((one, other) => compare(one.lot, other.lot))
    .map((entry) => {
      if (entry.lot !== last) turn++;
      last = entry.lot;
      return { ...entry, turn };
    });
}

function lotOf(mutant: Mutant, seed: number): string {
  const { operator, to } = mutant;
  const which = operator === 'answer' ? placeOf(mutant) : `${placeOf(mutant)} ${to}`;
  return createHash('sha256').update(`${seed} ${which}`).digest('hex');
}

function placeOf({ file, operator, start, end }: Mutant): string {
  return `${file} ${operator} ${start} ${end}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
