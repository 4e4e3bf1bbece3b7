/** Parts of the background's colour that the border does not reach, and whether the background shows through them. */
import type { Size } from '../plane/region.ts';
import { Flood } from './flood.ts';

/** What is known of a hole; lengths in cells. */
export interface Hole {
  readonly cells: Uint32Array;
  /** Twice its area by its outline: about the radius of the largest disc in it. */
  readonly radius: number;
  /** How far half of its outline is at most from the background outside. */
  readonly middleWall: number;
  /** Share of its box that is drawn inside the hole; 0 if not examined. */
  readonly islands: number;
  /** Of the box around it. */
  readonly boxCells: number;
}

/** A plane whose cells of one value are inside of what is examined. */
interface Inside {
  readonly plane: Uint8Array;
  readonly value: number;
}

/**
 * Describes a hole.
 * @param away of every cell how far it is from the background outside
 * @param inside the plane that the hole was found in, and what its cells have there
 * @param most cells of a box that may be examined
 */
export function holeOf(cells: Uint32Array, away: Uint16Array, inside: Inside, size: Size, most: number): Hole {
  const { widthPx, heightPx } = size;
  const { plane, value } = inside;
  const walls: number[] = [];
  let outline = 0;
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (const cell of cells) {
    let sides = plane[cell - 1] === value ? 0 : 1;
    if (plane[cell + 1] !== value) sides++;
    if (plane[cell - widthPx] !== value) sides++;
    if (plane[cell + widthPx] !== value) sides++;
    // Its outline has its box too.
    if (sides === 0) continue;
    outline += sides;
    walls.push(away[cell]);
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const boxCells = (right - left + 1) * (bottom - top + 1);
  walls.sort((first, second) => first - second);
  return {
    cells,
    radius: (2 * cells.length) / Math.max(1, outline),
    middleWall: walls[Math.floor(walls.length / 2)] ?? 0,
    islands: boxCells <= most ? islandsIn({ left, right, top, bottom }, inside, widthPx) : 0,
    boxCells,
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a cell of a box is: of the hole, or reached from outside of it. */
const [ofHole, outside] = [1, 2];

/** Share of a box that is not of a hole and that nothing but the hole surrounds. */
function islandsIn({ left, right, top, bottom }: Box, { plane, value }: Inside, widthPx: number): number {
  const [across, down] = [right - left + 1, bottom - top + 1];
  // A cell more on each side, by which all that is outside hangs together.
  const size = { widthPx: across + 2, heightPx: down + 2 };
  const box = new Uint8Array(size.widthPx * size.heightPx);
  for (let y = 0; y < down; y++) {
    const from = (top + y) * widthPx + left;
    const to = (y + 1) * size.widthPx + 1;
    for (let x = 0; x < across; x++) if (plane[from + x] === value) box[to + x] = ofHole;
  }
  new Flood(size).fill([0], box, outside, 0);
  let islands = 0;
  for (let cell = 0; cell < box.length; cell++) if (box[cell] === 0) islands++;
  return islands / (across * down);
}

/** Share of a hole's box from which on what is in it is a face or a sign, and no speck. */
const leastIslands = 0.012;
/** How thick a wall around a hole is at least which is no stroke: of the hole's radius, and of the picture's shorter side. */
const thickByRadius = 3;
const thickBySide = 0.2;

/** Whether the background shows through a hole: where nothing is drawn in it, and the wall around it is a letter's or a ring's. */
export function isOpenHole({ radius, middleWall, islands }: Hole, { widthPx, heightPx }: Size): boolean {
  const isThick = middleWall > thickByRadius * radius && middleWall > thickBySide * Math.min(widthPx, heightPx);
  return islands < leastIslands && !isThick;
}
