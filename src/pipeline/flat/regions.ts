/**
 * Which parts of the background's colour are background: those that reach the border, and holes of letters and rings. Others, such as
 * a face in an outline, belong to the subject.
 */
import type { Size } from '../region.ts';
import { borderCells, type Cells, isSmooth } from './cells.ts';
import type { Flood } from './flood.ts';
import { type Hole, holeOf, isOpenHole } from './holes.ts';
import type { Tolerance } from './tolerance.ts';

/** What a cell is, as far as regions say it: not of the background's colour; */
export const drawn = 0;
/** background, or its shadow; */
export const open = 1;
/** of the background's colour or beside it, and subject. */
export const kept = 2;
/** Of the background's colour, and not yet decided. */
const undecided = 3;

/** Most by which a background that drifts changes from cell to cell, in levels. */
const driftStep = 3;
/** Most by which a shadow changes from cell to cell, in levels. */
const shadowStep = { drawn: 10, ringing: 4 };
/** Pixels around a kept region in which what is nearer to it than to an open one is kept. */
const keptReachPx = 8;
/** Fewest cells of a hole that is judged by itself, and most such holes; others follow what is beside them. */
const leastHole = 9;
const mostHoles = 4096;
/** Total area of examined boxes of holes, in pictures: with very many holes inside one another the last are not examined. */
const boxesFor = 16;
/** Distances beyond which all walls are thick. */
const farthest = 4096;

/**
 * Decides regions.
 * @param flood of the cells' size
 * @returns what each cell is
 */
export function regionsOf(cells: Cells, tolerance: Tolerance, flood: Flood): Uint8Array {
  const { widthPx, heightPx, sidePx, most } = cells;
  const state = new Uint8Array(widthPx * heightPx);
  for (let y = 0, cell = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, cell++) {
      const isNear = most[cell] <= tolerance.at(x * sidePx, y * sidePx);
      if (isNear || (most[cell] <= tolerance.smooth && isSmooth(cell, cells, driftStep))) state[cell] = undecided;
    }
  }
  flood.fill(borderCells(cells), state, open, (cell) => state[cell] === undecided);
  if (state.includes(undecided)) decideHoles(state, cells, flood);
  const step = tolerance.rings ? shadowStep.ringing : shadowStep.drawn;
  flood.fill(besideOpen(state, cells), state, open, (cell) => state[cell] === drawn && isSmooth(cell, cells, step));
  if (state.includes(kept)) keepAround(state, cells, flood);
  return state;
}

/** Cells that have an open one to their left or right, above or below. */
function* besideOpen(state: Uint8Array, { widthPx, heightPx }: Size): Generator<number> {
  for (let y = 0, cell = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, cell++) {
      if (state[cell] !== drawn) continue;
      const isBeside =
        (x > 0 && state[cell - 1] === open) ||
        (x < widthPx - 1 && state[cell + 1] === open) ||
        state[cell - widthPx] === open ||
        state[cell + widthPx] === open;
      if (isBeside) yield cell;
    }
  }
}

/**
 * Regions of the background's colour that the border does not reach.
 * @param away how far every cell is from the background outside
 */
function holesOf(size: Size, state: Uint8Array, away: Uint16Array, flood: Flood): Hole[] {
  const left = Uint8Array.from(state);
  const holes: Hole[] = [];
  let room = boxesFor * state.length;
  for (let start = 0; start < left.length; start++) {
    if (left[start] !== undecided) continue;
    const filled = flood.fill([start], left, kept, (cell) => left[cell] === undecided);
    if (filled.length < leastHole || holes.length === mostHoles) {
      for (const cell of filled) left[cell] = drawn;
      continue;
    }
    const found = filled.slice();
    const hole = holeOf(found, away, (cell) => left[cell] === kept, size, room);
    room -= hole.boxCells;
    holes.push(hole);
    for (const cell of found) left[cell] = drawn;
  }
  return holes;
}

/** Kept holes first: a hole nearer to one of them than to the background outside is inside it, and kept too. */
function decideHoles(state: Uint8Array, size: Size, flood: Flood): void {
  const toOpen = flood.distances((cell) => state[cell] === open, farthest);
  const holes = holesOf(size, state, toOpen, flood);
  const maybeOpen = holes.filter((hole) => isOpenHole(hole, size));
  const decide = ({ cells }: Hole, is: number) => {
    for (const cell of cells) state[cell] = is;
  };
  for (const hole of holes) decide(hole, kept);
  for (const hole of maybeOpen) decide(hole, open);
  if (maybeOpen.length === holes.length) {
    for (let cell = 0; cell < state.length; cell++) if (state[cell] === undecided) state[cell] = open;
    return;
  }
  const toKept = flood.distances((cell) => state[cell] === kept, farthest);
  const nearest = ({ cells }: Hole, away: Uint16Array) =>
    cells.reduce((least, cell) => Math.min(least, away[cell]), farthest);
  for (const hole of maybeOpen) if (nearest(hole, toKept) < nearest(hole, toOpen)) decide(hole, kept);
  for (let cell = 0; cell < state.length; cell++) {
    if (state[cell] === undecided) state[cell] = toKept[cell] < toOpen[cell] ? kept : open;
  }
}

/** Keeps what is beside a kept region and nearer to it than to an open one: the soft edge around it. */
function keepAround(state: Uint8Array, { sidePx }: Cells, flood: Flood): void {
  const reach = Math.ceil(keptReachPx / sidePx);
  const toKept = flood.distances((cell) => state[cell] === kept, reach + 1);
  const toOpen = flood.distances((cell) => state[cell] === open, reach + 1);
  for (let cell = 0; cell < state.length; cell++) {
    if (state[cell] === drawn && toKept[cell] <= reach && toKept[cell] <= toOpen[cell]) state[cell] = kept;
  }
}
