/** Areas that were drawn so faintly that they could be ringing: it comes back to the background's colour, and they never do. */
import { type Cells, smoothCells } from './cells.ts';
import type { Flood } from './flood.ts';
import type { Tolerance } from './tolerance.ts';

/** Pixels within which ringing comes back to the background's colour, and fewest of a smooth area that never does. */
const wavePx = 3;
const faintStep = 2;
const leastAreaPx = 60;
/** Share of an enclosed part that is such an area from which on all of it is drawn. */
const leastFaint = 0.25;

/** While a plane is searched: what was looked at; and of a plane of areas, what is one, or may be. */
const passedOver = 255;
const area = 1;
const maybeArea = 2;

/** What a cell has that is not of the background's colour, and one that is and is not yet decided. */
interface Values {
  readonly drawn: number;
  readonly undecided: number;
}

/**
 * Draws areas that are as near to the background's colour as ringing, and nowhere of it, with what rings around them: all of an enclosed
 * part that is such an area for a good part, else the pixels beside them.
 * @param state of each cell, once the border has opened what it reaches
 */
export function drawFaintAreas(
  state: Uint8Array,
  { drawn, undecided }: Values,
  cells: Cells,
  tolerance: Tolerance,
  flood: Flood,
): void {
  const { most, sidePx } = cells;
  const areas = faintAreas(state, drawn, cells, tolerance, flood);
  if (!areas.includes(area)) return;
  for (let start = state.indexOf(undecided); start >= 0; start = state.indexOf(undecided, start)) {
    const part = flood.fill([start], state, passedOver, undecided);
    let faint = 0;
    for (let at = 0; at < part.length; at++) if (areas[part[at]] === area) faint++;
    if (faint >= leastFaint * part.length) for (let at = 0; at < part.length; at++) state[part[at]] = drawn;
  }
  for (let cell = 0; cell < state.length; cell++) if (state[cell] === passedOver) state[cell] = undecided;
  const reach = waveCells(sidePx);
  const away = flood.distances(areas, area, reach + 1);
  for (let cell = 0; cell < state.length; cell++) {
    if (away[cell] <= reach && most[cell] > tolerance.smooth && state[cell] !== drawn) state[cell] = drawn;
  }
}

/** Smooth areas that do not come back to the background's colour within a wave, as ringing does: `area` in their cells. */
function faintAreas(
  state: Uint8Array,
  drawn: number,
  cells: Cells,
  { smooth: passed }: Tolerance,
  flood: Flood,
): Uint8Array {
  const { sidePx, most } = cells;
  const plane = smoothCells(cells, faintStep);
  const reach = waveCells(sidePx);
  for (let cell = 0; cell < plane.length; cell++) {
    if (plane[cell] === 0) continue;
    const isFaint = state[cell] !== drawn && most[cell] > passed && isAway(cell, cells, passed, reach);
    plane[cell] = isFaint ? maybeArea : 0;
  }
  for (let start = plane.indexOf(maybeArea); start >= 0; start = plane.indexOf(maybeArea, start)) {
    const found = flood.fill([start], plane, area, maybeArea);
    if (found.length * sidePx ** 2 < leastAreaPx) for (const cell of found) plane[cell] = 0;
  }
  return plane;
}

/** Whether no cell within so many steps of one has the background's colour. */
function isAway(cell: number, { widthPx, most }: Cells, passed: number, reach: number): boolean {
  const x = cell % widthPx;
  for (let dy = -reach; dy <= reach; dy++) {
    const across = reach - Math.abs(dy);
    const row = cell + dy * widthPx;
    for (let dx = Math.max(-across, -x); dx <= Math.min(across, widthPx - 1 - x); dx++) {
      // Beyond the first and the last row there is none.
      if (most[row + dx] <= passed) return false;
    }
  }
  return true;
}

function waveCells(sidePx: number): number {
  return Math.max(1, Math.round(wavePx / sidePx));
}
