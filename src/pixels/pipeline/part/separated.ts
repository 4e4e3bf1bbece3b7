/**
 * What goes on beyond the box is another subject that reaches into it. A random walker with priors (Grady 2005) separates the two, by
 * their colours and along edges of the picture.
 */
import { shownFrom, subjectFrom } from '../plane/alpha.ts';
import { speckShare } from '../plane/matte.ts';
import { type CellPlace, extentOf, fills } from './cells.ts';
import { priorOf } from './colour-prior.ts';
import { type Grid, Walker } from './walker.ts';

/** Least of the other subject outside of the box, as a share of all in the box. */
const leastOutside = 0.005;
/** How often the colours of both are estimated. */
const rounds = 3;

/** Cells of two subjects. */
export interface Separated {
  /** How much of each cell is of the subject that is meant, 0 to 255. */
  readonly shares: Uint8Array;
  /** What is shown beyond the box, and what is solid in it. */
  readonly beyond: readonly number[];
  readonly inside: readonly number[];
  /** Whether what is left of the subject reaches about as far as all in the box does: else the box was drawn through one subject. */
  readonly fills: boolean;
}

/** @returns null where there is no other subject */
export function separated(grid: Grid, places: readonly CellPlace[]): Separated | null {
  const from = (least: number, place: CellPlace) =>
    Array.from(grid.alpha.keys()).filter((cell) => grid.alpha[cell] >= least && places[cell] === place);
  const [inside, beyond] = [from(subjectFrom, 'in'), from(shownFrom, 'beyond')];
  if (beyond.length < Math.max(leastOutside * inside.length, speckShare * grid.alpha.length)) return null;
  const fixed = new Uint8Array(grid.alpha.length);
  for (const cell of beyond) fixed[cell] = 1;
  const walker = new Walker(grid, fixed);
  let mine = inside;
  let shares: Float32Array = new Float32Array(grid.alpha.length);
  for (let round = 0; round < rounds && mine.length > 0; round++) {
    const others = round === 0 ? [] : inside.filter((cell) => shares[cell] < 0.5);
    shares = walker.solve(priorOf(grid.colours, mine, beyond.concat(others)));
    mine = inside.filter((cell) => shares[cell] >= 0.5);
  }
  return {
    shares: Uint8Array.from(shares, (share) => Math.round(Math.min(1, Math.max(0, share)) * 255)),
    ...{ beyond, inside },
    fills: fills(mine, extentOf(inside)),
  };
}
