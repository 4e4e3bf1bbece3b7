/**
 * Which parts of the background's colour are background: those that reach the border, and holes of letters and rings. Others, such as
 * a face in an outline, belong to the subject.
 */
import type { Holes } from '../../../contract/holes.ts';
import type { Size } from '../plane/region.ts';
import { borderCells, type Cells, smoothCells } from './cells.ts';
import { drawFaintAreas } from './faint-areas.ts';
import type { Flood } from './flood.ts';
import { type Hole, holeOf, isOpenHole } from './holes.ts';
import { specksOf } from './specks.ts';
import type { Tolerance } from './tolerance.ts';

/** What a cell is, as far as regions say it: not of the background's colour; */
export const drawn = 0;
/** background, or its shadow; */
export const open = 1;
/** of the background's colour or beside it, and subject; */
export const kept = 2;
/** background of another colour: a speck that a compression has left. */
export const speck = 3;
/** Of the background's colour, and not yet decided. */
const undecided = 4;
/** Drawn, and as smooth as a shadow. */
const smooth = 5;

/** Most by which a background that drifts changes from cell to cell, in levels. */
const driftStep = 3;
/** Most by which a shadow changes from cell to cell, in levels. */
const shadowStep = { drawn: 10, ringing: 4 };
/** Pixels around a kept region in which what is nearer to it than to an open one is kept. */
const keptReachPx = 8;
/** Fewest cells of a hole that is judged by itself, and most such holes; others follow what is beside them. */
const leastHole = 9;
const mostHoles = 4096;
/** Fewest pixels of a hole that is open because all are to be. */
const leastOpenPx = 60;
/** Total area of examined boxes of holes, in pictures: with very many holes inside one another the last are not examined. */
const boxesFor = 16;
/** Distances beyond which all walls are thick. */
const farthest = 4096;

export interface Regions {
  /** What each cell is. */
  readonly of: Uint8Array;
  /** Of all cells that are not of the background's colour the share that was taken for ringing and for specks: 0 to 1. */
  readonly droppedShare: number;
}

/**
 * Decides regions.
 * @param flood of the cells' size
 * @param asked which holes are open whatever is in them, or none
 */
export function regionsOf(cells: Cells, tolerance: Tolerance, flood: Flood, asked?: Holes): Regions {
  const { widthPx, heightPx, sidePx, most } = cells;
  const { least, smooth: passed } = tolerance;
  const drifting = passed > least ? smoothCells(cells, driftStep) : null;
  const state = new Uint8Array(widthPx * heightPx);
  for (let y = 0, cell = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, cell++) {
      const value = most[cell];
      const isNear = value <= least || value <= tolerance.at(x * sidePx, y * sidePx);
      if (isNear || (value <= passed && drifting?.[cell] === 1)) state[cell] = undecided;
    }
  }
  const specks = specksOf(state, drawn, cells, tolerance, flood);
  for (const cell of specks) state[cell] = undecided;
  flood.fill(borderCells(cells), state, open, undecided);
  if (tolerance.rings) drawFaintAreas(state, { drawn, undecided }, cells, tolerance, flood);
  const droppedShare = tolerance.rings ? shareDropped(state, cells, tolerance) : 0;
  if (state.includes(undecided)) decideHoles(state, cells, flood, asked);
  openShadows(state, cells, flood, tolerance);
  if (tolerance.rings) replace(state, undecided, drawn);
  else if (state.includes(undecided)) decideRest(state, flood);
  if (state.includes(kept)) keepAround(state, cells, flood);
  for (const cell of specks) if (state[cell] === open) state[cell] = speck;
  return { of: state, droppedShare };
}

/** How much of what is not of the background's colour is not drawn either. */
function shareDropped(state: Uint8Array, { most }: Cells, { smooth: passed }: Tolerance): number {
  let [shown, dropped] = [0, 0];
  for (let cell = 0; cell < state.length; cell++) {
    if (state[cell] === drawn) shown++;
    else if (most[cell] > passed) dropped++;
  }
  return dropped / Math.max(1, shown + dropped);
}

/** Opens shadows that begin beside the background. */
function openShadows(state: Uint8Array, cells: Cells, flood: Flood, { rings, smooth: passed }: Tolerance): void {
  const step = rings ? shadowStep.ringing : shadowStep.drawn;
  const isEven = smoothCells(cells, step);
  for (let cell = 0; cell < state.length; cell++) if (isEven[cell] === 1 && state[cell] === drawn) state[cell] = smooth;
  // Ringing blurs edges of faint strokes, which are no shadows: those come from nothing.
  flood.fill(besideOpen(state, cells, rings ? passed + step : 255), state, open, smooth);
  for (let cell = 0; cell < state.length; cell++) if (state[cell] === smooth) state[cell] = drawn;
}

/** Cells that are smooth and not farther from the background than `farthest`, with an open one to their left or right, above or below. */
function* besideOpen(state: Uint8Array, { widthPx, heightPx, most }: Cells, farthest: number): Generator<number> {
  const last = widthPx * (heightPx - 1);
  for (let cell = state.indexOf(smooth); cell >= 0; cell = state.indexOf(smooth, cell + 1)) {
    if (most[cell] > farthest) continue;
    const x = cell % widthPx;
    const isBeside =
      (x > 0 && state[cell - 1] === open) ||
      (x < widthPx - 1 && state[cell + 1] === open) ||
      (cell >= widthPx && state[cell - widthPx] === open) ||
      (cell < last && state[cell + widthPx] === open);
    if (isBeside) yield cell;
  }
}

/**
 * Regions of the background's colour that the border does not reach.
 * @param away how far every cell is from the background outside
 */
function holesOf(size: Size, state: Uint8Array, away: Uint16Array, flood: Flood): Hole[] {
  const left = state.slice();
  const holes: Hole[] = [];
  let room = boxesFor * state.length;
  for (let start = left.indexOf(undecided); start >= 0; start = left.indexOf(undecided, start)) {
    const filled = flood.fill([start], left, kept, undecided);
    if (filled.length < leastHole || holes.length === mostHoles) {
      decide(left, filled, drawn);
      continue;
    }
    const found = filled.slice();
    const hole = holeOf(found, away, { plane: left, value: kept }, size, room);
    room -= hole.boxCells;
    holes.push(hole);
    decide(left, found, drawn);
  }
  return holes;
}

/**
 * Decides holes that are not tiny, kept ones first: one nearer to these than to the background outside is inside of one, and kept too.
 */
function decideHoles(state: Uint8Array, cells: Cells, flood: Flood, asked?: Holes): void {
  if (asked === 'filled') return replace(state, undecided, kept);
  const toOpen = flood.distances(state, open, farthest);
  const holes = holesOf(cells, state, toOpen, flood);
  const isAsked = (hole: Hole) => asked === 'open' && hole.cells.length * cells.sidePx ** 2 >= leastOpenPx;
  const maybeOpen = holes.filter((hole) => isAsked(hole) || isOpenHole(hole, cells));
  for (const { cells: inside } of holes) decide(state, inside, kept);
  for (const { cells: inside } of maybeOpen) decide(state, inside, open);
  if (maybeOpen.length === holes.length) return;
  const toKept = flood.distances(state, kept, farthest);
  for (const hole of maybeOpen) {
    if (!isAsked(hole) && nearest(hole, toKept) < nearest(hole, toOpen)) decide(state, hole.cells, kept);
  }
}

/** What is left follows what is nearest. */
function decideRest(state: Uint8Array, flood: Flood): void {
  if (!state.includes(kept)) return replace(state, undecided, open);
  const toKept = flood.distances(state, kept, farthest);
  const toOpen = flood.distances(state, open, farthest);
  for (let cell = 0; cell < state.length; cell++) {
    if (state[cell] === undecided) state[cell] = toKept[cell] < toOpen[cell] ? kept : open;
  }
}

function decide(state: Uint8Array, cells: Uint32Array, is: number): void {
  for (let at = 0; at < cells.length; at++) state[cells[at]] = is;
}

function replace(state: Uint8Array, was: number, is: number): void {
  for (let cell = 0; cell < state.length; cell++) if (state[cell] === was) state[cell] = is;
}

function nearest({ cells }: Hole, away: Uint16Array): number {
  return cells.reduce((least, cell) => Math.min(least, away[cell]), farthest);
}

/** Keeps what is beside a kept region and nearer to it than to an open one: the soft edge around it. */
function keepAround(state: Uint8Array, { sidePx }: Cells, flood: Flood): void {
  const reach = Math.ceil(keptReachPx / sidePx);
  const toKept = flood.distances(state, kept, reach + 1);
  const toOpen = flood.distances(state, open, reach + 1);
  for (let cell = 0; cell < state.length; cell++) {
    if (state[cell] === drawn && toKept[cell] <= reach && toKept[cell] <= toOpen[cell]) state[cell] = kept;
  }
}
