/** Small pieces that nobody has drawn: what a compression with loss leaves beside strokes, and the grain of paper. */
import type { Cells } from './cells.ts';
import type { Flood } from './flood.ts';
import type { Tolerance } from './tolerance.ts';

/** Pixels that a faint piece has at least which is drawn, and its width: ringing goes along straight strokes in lines. */
const leastDrawnPx = 60;
const leastWidthPx = 2.5;
/** While a plane is searched: a cell that was reached. */
const reached = 255;

/**
 * The cells of all specks.
 * @param state of each cell; as it was when this returns
 * @param drawn its value in cells that are not of the background's colour
 */
export function specksOf(
  state: Uint8Array,
  drawn: number,
  { widthPx, sidePx, most }: Cells,
  tolerance: Tolerance,
  flood: Flood,
): readonly number[] {
  const specks: number[] = [];
  if (!tolerance.rings) return specks;
  for (let start = state.indexOf(drawn); start >= 0; start = state.indexOf(drawn, start)) {
    const piece = flood.fill([start], state, reached, drawn);
    let peak = start;
    for (let at = 0; at < piece.length; at++) if (most[piece[at]] > most[peak]) peak = piece[at];
    if (most[peak] >= tolerance.faint((peak % widthPx) * sidePx, Math.floor(peak / widthPx) * sidePx)) continue;
    const isSmall = piece.length * sidePx ** 2 < leastDrawnPx;
    if (isSmall || widthOf(piece, state, widthPx) * sidePx < leastWidthPx) for (const cell of piece) specks.push(cell);
  }
  for (let cell = 0; cell < state.length; cell++) if (state[cell] === reached) state[cell] = drawn;
  return specks;
}

/** About how wide a piece is that was reached, in cells: twice its area by its outline. */
function widthOf(piece: Uint32Array, state: Uint8Array, widthPx: number): number {
  let outline = 0;
  for (const cell of piece) {
    if (state[cell - 1] !== reached) outline++;
    if (state[cell + 1] !== reached) outline++;
    if (state[cell - widthPx] !== reached) outline++;
    if (state[cell + widthPx] !== reached) outline++;
  }
  return (2 * piece.length) / outline;
}
