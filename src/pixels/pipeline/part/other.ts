/** The other subject: which cells are its, and the picture without it. */
import { shownFrom, subjectFrom } from '../plane/alpha.ts';
import { grown, partsOf } from '../plane/morphology.ts';
import type { Plane } from '../plane/plane.ts';
import { cellsAcross, coloursFromCells, fromCells } from './cells.ts';
import { paintedOver } from './paint.ts';
import type { Separated } from './separated.ts';
import type { Grid } from './walker.ts';

const size = { widthPx: cellsAcross, heightPx: cellsAcross };
/** Side of the square by which it is painted over more widely: its edge and its shade go too. */
const widened = 5;
/** Side of the square by which the other subject is near. */
const nearby = 11;

/** 1 for cells of the other subject, by its shares. */
export function otherOf({ alpha }: Grid, { shares }: Separated): Uint8Array {
  return alpha.map((value, cell) => (value >= shownFrom && shares[cell] < 128 ? 1 : 0));
}

/** 1 for all that hangs together with what is beyond the box. */
export function allBeyond({ alpha }: Grid, { beyond }: Separated): Uint8Array {
  const shown = alpha.map((value) => (value >= shownFrom ? 1 : 0));
  const seeds = new Uint8Array(shown.length);
  for (const cell of beyond) seeds[cell] = 1;
  const other = new Uint8Array(shown.length);
  for (const cell of partsOf(shown, seeds, size).flat()) other[cell] = 1;
  return other;
}

/**
 * The picture with the other subject painted over.
 * @param colours RGB of what was seen, at the size of its matte
 * @param plane that matte
 */
export function withoutOther(colours: Uint8Array, plane: Plane, grid: Grid, other: Uint8Array): Uint8Array {
  const hidden = grown(other, size, widened);
  for (let cell = 0; cell < hidden.length; cell++) {
    if (!other[cell] && grid.alpha[cell] >= subjectFrom) hidden[cell] = 0;
  }
  const painted = coloursFromCells(paintedOver(grid.colours, hidden, cellsAcross), plane);
  const share = fromCells(
    hidden.map((value) => value * 255),
    plane,
  );
  for (let at = 0; at < painted.length; at++) {
    const covered = share[Math.floor(at / 3)];
    painted[at] = Math.round((colours[at] * (255 - covered) + painted[at] * covered) / 255);
  }
  return painted;
}

/** How many of these cells are near the other subject. */
export function touchingOf(cells: readonly number[], other: Uint8Array): number {
  const near = grown(other, size, nearby);
  return cells.filter((cell) => near[cell] === 1).length;
}
