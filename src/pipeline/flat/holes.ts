/** Parts of the background's colour that the border does not reach, and whether the background shows through them. */
import type { Size } from '../region.ts';

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

/**
 * Describes a hole.
 * @param away of every cell how far it is from the background outside
 * @param isIn whether a cell belongs to the hole
 * @param most cells of a box that may be examined
 */
export function holeOf(
  cells: Uint32Array,
  away: Uint16Array,
  isIn: (cell: number) => boolean,
  size: Size,
  most: number,
): Hole {
  const { widthPx, heightPx } = size;
  const walls: number[] = [];
  let outline = 0;
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (const cell of cells) {
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    let sides = isIn(cell - 1) ? 0 : 1;
    if (!isIn(cell + 1)) sides++;
    if (!isIn(cell - widthPx)) sides++;
    if (!isIn(cell + widthPx)) sides++;
    outline += sides;
    if (sides > 0) walls.push(away[cell]);
  }
  const boxCells = (right - left + 1) * (bottom - top + 1);
  walls.sort((first, second) => first - second);
  return {
    cells,
    radius: (2 * cells.length) / Math.max(1, outline),
    middleWall: walls[Math.floor(walls.length / 2)] ?? 0,
    islands: boxCells <= most ? islandsIn({ left, right, top, bottom }, isIn, widthPx) : 0,
    boxCells,
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Share of a box that is not of a hole and that nothing but the hole surrounds. */
function islandsIn({ left, right, top, bottom }: Box, isIn: (cell: number) => boolean, widthPx: number): number {
  const [across, down] = [right - left + 3, bottom - top + 3];
  const outside = new Uint8Array(across * down);
  const stack = new Uint32Array(across * down);
  let count = 0;
  const visit = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= across || y >= down || outside[y * across + x] === 1) return;
    const isInside = x > 0 && y > 0 && x < across - 1 && y < down - 1;
    if (isInside && isIn((top + y - 1) * widthPx + left + x - 1)) return;
    outside[y * across + x] = 1;
    stack[count++] = y * across + x;
  };
  visit(0, 0);
  while (count > 0) {
    const at = stack[--count];
    const x = at % across;
    const y = (at - x) / across;
    visit(x - 1, y);
    visit(x + 1, y);
    visit(x, y - 1);
    visit(x, y + 1);
  }
  let islands = 0;
  for (let y = 1; y < down - 1; y++) {
    for (let x = 1; x < across - 1; x++) {
      if (outside[y * across + x] === 0 && !isIn((top + y - 1) * widthPx + left + x - 1)) islands++;
    }
  }
  return islands / ((across - 2) * (down - 2));
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
