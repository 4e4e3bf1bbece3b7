/**
 * The shadow of a thing that stands on the ground: dark where its lower edge meets the ground, soft along it.
 *
 * The ground is as high as the subject's lowest edge. Each column of pixels casts a shadow from its own lowest edge, the less the
 * higher that is: a narrow one right where it is, and a wide one that is squeezed towards the ground.
 */

import { subjectFrom } from '../plane/alpha.ts';
import type { Region } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { blur, reach, type ShadowPlane } from './blur.ts';
import { type Shade, sizeOf } from './shade.ts';

/** How a part of the shadow is drawn; lengths are shares of the subject's size. */
interface Part {
  /** Height over the ground at which a column's share has fallen to 1/e. */
  readonly height: number;
  /** How much of that height is left. */
  readonly squeezed: number;
  readonly across: number;
  readonly down: number;
  readonly opacity: number;
}

const parts: readonly Part[] = [
  { height: 0.03, squeezed: 1, across: 0.012, down: 0.008, opacity: 1 },
  { height: 0.12, squeezed: 0.5, across: 0.05, down: 0.025, opacity: 0.5 },
];

/** Cells of the least deviation, at least. */
const cellsOfDeviation = 4;
/** Most cells across a subject. */
const mostCells = 2048;
/** A column's share counts as 0 from so many of its heights on. */
const heightsSeen = 2;

/** The lowest edge of each column of a result. */
export class LowestEdges {
  readonly #channels: number;
  /** Below the lowest pixel of each column that is more subject than background; 0 where there is none. */
  readonly #edges: Int32Array;

  /** @param rows of the whole picture, alpha last */
  constructor({ widthPx, channels }: RowWriter) {
    this.#channels = channels;
    this.#edges = new Int32Array(widthPx);
  }

  /** Adds row `y`; all of them, top to bottom. */
  add(row: Uint8Array, y: number): void {
    const edges = this.#edges;
    let at = this.#channels - 1;
    for (let x = 0; x < edges.length; x++, at += this.#channels) if (row[at] >= subjectFrom) edges[x] = y + 1;
  }

  /** The shadow of the subject in a box; null where all of it is more background than subject. */
  shade(box: Region): Shade | null {
    const end = box.leftPx + box.widthPx;
    const edges = this.#edges.subarray(box.leftPx, end);
    const ground = edges.reduce((lowest, edge) => Math.max(lowest, edge), 0);
    if (ground === 0) return null;
    const size = sizeOf(box);
    const least = Math.min(...parts.map(({ down }) => down)) * size;
    const cellPx = Math.max(1, Math.floor(least / cellsOfDeviation), Math.ceil(box.widthPx / mostCells));
    const margin = Math.ceil((Math.max(...parts.map(({ across }) => across)) * size * reach) / cellPx) + 1;
    const below = Math.max(...parts.map(({ down }) => down)) * size * reach;
    const above = below + Math.max(...parts.map(({ height, squeezed }) => height * squeezed)) * size * heightsSeen;
    const top = Math.ceil(above / cellPx) + 1;
    const widthPx = Math.ceil(box.widthPx / cellPx) + 2 * margin;
    const heightPx = top + Math.ceil(below / cellPx) + 1;
    const cells = { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) };
    for (const part of parts) {
      const one = { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) };
      draw(one, edges, ground, part, { size, cellPx, margin, top });
      const { values } = cells;
      for (let at = 0; at < values.length; at++) {
        values[at] = 1 - (1 - values[at]) * (1 - part.opacity * Math.min(1, one.values[at]));
      }
    }
    const darkest = cells.values.reduce((most, value) => Math.max(most, value), 0);
    for (let at = 0; at < cells.values.length; at++) cells.values[at] /= darkest;
    return {
      cells,
      cellPx,
      leftPx: box.leftPx - margin * cellPx,
      topPx: ground - top * cellPx,
      fromPx: box.topPx + box.heightPx / 2,
    };
  }
}

interface Place {
  readonly size: number;
  readonly cellPx: number;
  /** Cells left of the first column. */
  readonly margin: number;
  /** Cells above the ground. */
  readonly top: number;
}

function draw(
  cells: ShadowPlane,
  edges: Int32Array,
  ground: number,
  { height, squeezed, across, down }: Part,
  { size, cellPx, margin, top }: Place,
): void {
  const { widthPx, values } = cells;
  for (const [x, edge] of edges.entries()) {
    const rise = ground - edge;
    if (edge === 0 || rise > height * size * heightsSeen) continue;
    const share = Math.exp(-((rise / (height * size)) ** 2)) / cellPx;
    // Between the centres of two cells.
    const y = top - (rise * squeezed) / cellPx - 0.5;
    const upper = Math.floor(y);
    const at = upper * widthPx + margin + Math.floor(x / cellPx);
    values[at] += share * (1 - (y - upper));
    values[at + widthPx] += share * (y - upper);
  }
  const deviation = (down * size) / cellPx;
  blur(cells, (across * size) / cellPx, deviation);
  // A long edge is 1 on its line.
  const full = deviation * Math.sqrt(2 * Math.PI);
  for (let at = 0; at < values.length; at++) values[at] *= full;
}
