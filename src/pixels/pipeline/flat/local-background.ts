/** A background that drifts inside of the picture too: means of what reaches the border, block by block. */

import { withinLevels } from '../colour/one-colour.ts';
import type { Picture } from '../picture/picture.ts';
import { sourcePosition } from '../plane/taps.ts';
import { type Background, leastDrift } from './background.ts';
import { borderCells, type Cells, smoothCells } from './cells.ts';
import type { Flood } from './flood.ts';
import { FlatRows, rowPixelUs } from './rows.ts';

/** Most by which the background changes from cell to cell, in levels. */
const smoothStep = 4;
/** Levels of noise below which a border is of one colour, and the share of a picture that drifts from it before that counts. */
const exactNoise = 0.5;
const leastDrifting = 0.01;
/** Pixels to a side of a block, and most blocks to a side. */
const blockPx = 32;
const mostBlocks = 64;
/** Fewest pixels as the border has them whose mean counts, and least share of a block that has drifted from it. */
const leastPixels = 16;
const leastShare = 0.75;

/** What a cell is: as smooth as a background, and reached from the border. */
const smooth = 1;
const reached = 2;

/** Means of blocks that cover a picture evenly. */
interface Grid {
  readonly across: number;
  readonly down: number;
  /** Red, green, blue of each block; NaN where nothing is known. */
  readonly means: Float32Array;
}

/**
 * The background as the whole of its region shows it. One pass over the rows, which are its steps.
 * @param border the background as the border shows it, which the cells were compared with
 * @param flood of the cells' size
 * @returns the very border's where that is without noise and next to nothing drifts from it
 */
export function* localBackground(
  picture: Picture,
  border: Background,
  cells: Cells,
  flood: Flood,
): Generator<number, Background, void> {
  // Of the smooth cells those that are the background's.
  const region = smoothCells(cells, smoothStep);
  for (let cell = 0; cell < region.length; cell++) if (cells.most[cell] > withinLevels) region[cell] = 0;
  if (isExplained(border, cells, region)) return border;
  flood.fill(borderCells(cells), region, reached, smooth);
  const grid = yield* meansOf(picture, region, cells, explainedBy(border));
  while (grid.means.some(Number.isNaN)) if (!spread(grid)) return border;
  const { widthPx, heightPx } = picture;
  const columns = Float32Array.from({ length: widthPx }, (_, x) => sourcePosition(x, widthPx, grid.across));
  const lefts = Uint32Array.from(columns, Math.floor);
  const line = new Float32Array((grid.across + 1) * 3);
  return {
    ...border,
    drifts: border.drifts || rangeOf(grid) > 2 * leastDrift,
    row(y, into) {
      blend(grid, sourcePosition(y, heightPx, grid.down), line);
      for (let x = 0, to = 0; x < widthPx; x++, to += 3) {
        const from = lefts[x] * 3;
        const share = columns[x] - lefts[x];
        into[to] = line[from] + share * (line[from + 3] - line[from]);
        into[to + 1] = line[from + 1] + share * (line[from + 4] - line[from + 1]);
        into[to + 2] = line[from + 2] + share * (line[from + 5] - line[from + 2]);
      }
    },
  };
}

/** The difference from the border's background that its noise explains. */
function explainedBy({ mostNoise }: Background): number {
  return Math.ceil(mostNoise) + 1;
}

/** Whether the border's background is that of the picture: it is of one colour, and little is smooth beside it as what drifts is. */
function isExplained(border: Background, { most }: Cells, region: Uint8Array): boolean {
  if (border.drifts || border.mostNoise >= exactNoise) return false;
  const explained = explainedBy(border);
  let drifting = 0;
  for (let cell = 0; cell < most.length; cell++) if (region[cell] === smooth && most[cell] > explained) drifting++;
  return drifting <= leastDrifting * most.length;
}

/** By how much means differ, in the channel in which they do most. */
function rangeOf({ means }: Grid): number {
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (let at = 0; at < means.length; at++) {
    low[at % 3] = Math.min(low[at % 3], means[at]);
    high[at % 3] = Math.max(high[at % 3], means[at]);
  }
  return Math.max(...high.map((value, channel) => value - low[channel]));
}

/** A row of blocks between two, and its last block once more. */
function blend({ across, down, means }: Grid, position: number, into: Float32Array): void {
  const upper = Math.floor(position);
  const lower = Math.min(upper + 1, down - 1);
  const share = position - upper;
  const width = across * 3;
  for (let at = 0; at < width; at++) {
    const above = means[upper * width + at];
    into[at] = above + share * (means[lower * width + at] - above);
  }
  into.copyWithin(width, width - 3, width);
}

function* meansOf(
  picture: Picture,
  region: Uint8Array,
  cells: Cells,
  explained: number,
): Generator<number, Grid, void> {
  const { widthPx, heightPx } = picture;
  const across = Math.min(mostBlocks, Math.ceil(widthPx / blockPx));
  const down = Math.min(mostBlocks, Math.ceil(heightPx / blockPx));
  // Of each block what the border's background explains, and what it does not.
  const sums = new Float64Array(across * down * 6);
  const counts = new Uint32Array(across * down * 2);
  const cellAt = Uint32Array.from({ length: widthPx }, (_, x) => Math.floor(x / cells.sidePx));
  const blockAt = Uint32Array.from({ length: widthPx }, (_, x) => Math.floor((x * across) / widthPx));
  const rows = new FlatRows(picture);
  yield* rows.begin();
  for (let y = 0; y < heightPx; y++) {
    yield widthPx * rowPixelUs;
    const row = rows.next();
    const first = Math.floor((y * down) / heightPx) * across;
    const cellRow = Math.floor(y / cells.sidePx) * cells.widthPx;
    for (let x = 0; x < widthPx; x++) {
      const cell = cellRow + cellAt[x];
      if (region[cell] !== reached) continue;
      const part = (first + blockAt[x]) * 2 + (cells.most[cell] > explained ? 1 : 0);
      counts[part]++;
      sums[part * 3] += row[x * 3];
      sums[part * 3 + 1] += row[x * 3 + 1];
      sums[part * 3 + 2] += row[x * 3 + 2];
    }
  }
  const wholeBlock = (leastShare * widthPx * heightPx) / (across * down);
  const means = new Float32Array(across * down * 3).fill(Number.NaN);
  for (let block = 0; block < across * down; block++) {
    // Along edges and in shadows the background is seen beside them, or a block further.
    const isExplained = counts[block * 2] >= leastPixels;
    if (!isExplained && counts[block * 2 + 1] < wholeBlock) continue;
    const part = block * 2 + (isExplained ? 0 : 1);
    for (let channel = 0; channel < 3; channel++) means[block * 3 + channel] = sums[part * 3 + channel] / counts[part];
  }
  return { across, down, means };
}

/** Gives blocks beside known ones the mean of these. @returns false where nothing is known at all */
function spread({ across, down, means }: Grid): boolean {
  const before = means.slice();
  let isChanged = false;
  for (let block = 0; block < across * down; block++) {
    if (!Number.isNaN(before[block * 3])) continue;
    const x = block % across;
    const near = [
      x > 0 ? block - 1 : -1,
      x < across - 1 ? block + 1 : -1,
      block - across,
      block + across < across * down ? block + across : -1,
    ].filter((other) => other >= 0 && !Number.isNaN(before[other * 3]));
    if (near.length === 0) continue;
    isChanged = true;
    for (let channel = 0; channel < 3; channel++) {
      means[block * 3 + channel] = near.reduce((sum, other) => sum + before[other * 3 + channel], 0) / near.length;
    }
  }
  return isChanged;
}
