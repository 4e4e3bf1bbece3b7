/** A seen part in cells: which of them are in the box, and how far they reach. */

import { proxyAtOnce } from '../networks/proxy.ts';
import type { Subject } from '../passes/subject.ts';
import { framePicture } from '../picture/frame.ts';
import { layerOver, reducedLayer } from '../plane/layer.ts';
import type { Plane } from '../plane/plane.ts';
import { wholeOf } from '../plane/region.ts';
import { type AskedPart, boxInSeen } from './asked.ts';
import type { Grid } from './walker.ts';

/** Cells along each side of the grid in which subjects are separated. */
export const cellsAcross = 160;
/** How far beyond the box, as a share of its sides, the subject itself may reach: boxes are drawn by hand. */
const reach = 0.03;

/** By how much of a side there may be nothing where cells fill it: a box is drawn around what is meant. */
const mostLost = 0.12;

const grid = { widthPx: cellsAcross, heightPx: cellsAcross };

/** Where a cell is: in the box, near it, or beyond. */
export type CellPlace = 'in' | 'near' | 'beyond';

/** Cells from one to the other, both among them. */
export interface CellExtent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A matte and the colours below it, in cells. */
export function cellsOf({ layer: { plane }, colours }: Pick<Subject, 'layer' | 'colours'>): Grid {
  return { side: cellsAcross, alpha: inCells(plane), colours: coloursAt(colours, plane, grid) };
}

/** A plane in cells, 0 to 255. */
export function inCells(plane: Plane): Uint8Array {
  return reducedLayer(layerOver(plane, plane), wholeOf(plane), cellsAcross, cellsAcross);
}

/** Cells at the size of a plane. */
export function fromCells(samples: Uint8Array, { widthPx, heightPx }: Plane): Uint8Array {
  return reducedLayer(layerOver({ ...grid, samples }, grid), wholeOf(grid), widthPx, heightPx);
}

/** RGB of cells at the size of a plane. */
export function coloursFromCells(colours: Uint8Array, plane: Plane): Uint8Array {
  return coloursAt(colours, grid, plane);
}

function coloursAt(colours: Uint8Array, from: Pick<Plane, 'widthPx' | 'heightPx'>, to: typeof from): Uint8Array {
  const { widthPx, heightPx } = from;
  const picture = framePicture({ widthPx, heightPx, channels: 3, samples: colours, orientation: 1, icc: null });
  return proxyAtOnce(picture, to.widthPx, to.heightPx);
}

/** Where each cell is. */
export function placesOf(asked: AskedPart): CellPlace[] {
  const { left, top, right, bottom } = boxInSeen(asked);
  const [across, down] = [(right - left) * reach, (bottom - top) * reach];
  const isWithin = (value: number, from: number, to: number) => value >= from && value < to;
  return Array.from({ length: cellsAcross ** 2 }, (_, cell) => {
    const x = ((cell % cellsAcross) + 0.5) / cellsAcross;
    const y = (Math.floor(cell / cellsAcross) + 0.5) / cellsAcross;
    if (isWithin(x, left, right) && isWithin(y, top, bottom)) return 'in';
    return isWithin(x, left - across, right + across) && isWithin(y, top - down, bottom + down) ? 'near' : 'beyond';
  });
}

/** The cells that a box covers. */
export function boxInCells(asked: AskedPart): CellExtent {
  const { left, top, right, bottom } = boxInSeen(asked);
  const [first, last] = [(value: number) => value * cellsAcross, (value: number) => value * cellsAcross - 1];
  return { left: first(left), top: first(top), right: last(right), bottom: last(bottom) };
}

/** Of no cells one that fills nothing. */
export function extentOf(cells: readonly number[]): CellExtent {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    const [x, y] = [cell % cellsAcross, Math.floor(cell / cellsAcross)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

/** Whether cells reach about as far as a whole does, on every side. */
export function fills(cells: readonly number[], whole: CellExtent): boolean {
  return sidesFilled(cells, whole).every((isFilled) => isFilled);
}

/** The same for the left, right, top and bottom. */
export function sidesFilled(cells: readonly number[], whole: CellExtent): readonly boolean[] {
  const own = extentOf(cells);
  const [across, down] = [whole.right - whole.left + 1, whole.bottom - whole.top + 1].map((side) => mostLost * side);
  return [
    own.left - whole.left <= across,
    whole.right - own.right <= across,
    own.top - whole.top <= down,
    whole.bottom - own.bottom <= down,
  ];
}
