/**
 * The reduced picture that networks see, made in one pass over the rows.
 *
 * Shrinking is an area average, growing is bilinear, both on gamma-encoded values; transparent input is over mid-grey.
 * Each side is scaled on its own: networks here were trained on stretched squares.
 */
import { atOnce, inTurns, type SharedThread } from '../../bounds/shared-thread.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { bytes, floats, integers, layOutApart } from '../../kernels/memory.ts';
import type { Picture } from '../picture/picture.ts';
import { type Region, type Size, wholeOf } from '../plane/region.ts';
import { axisTaps, type Taps } from '../plane/taps.ts';

/**
 * A region of a picture at the size that a network takes.
 * @param picture its rows are read once
 * @param region the part of it that is seen; all of it when left out
 * @returns RGB, height × width × 3, 0 to 255
 */
export async function proxy(
  picture: Picture,
  widthPx: number,
  heightPx: number,
  region = wholeOf(picture),
): Promise<Uint8Array> {
  const [seen] = await proxies(picture, [{ widthPx, heightPx, region }]);
  return seen;
}

/**
 * The same at once, for pictures of no more pixels than a network sees: others have no turn meanwhile.
 * @param picture its rows are read once
 */
export function proxyAtOnce(
  picture: Picture,
  widthPx: number,
  heightPx: number,
  region = wholeOf(picture),
): Uint8Array {
  return atOnce(reductions(picture, [{ widthPx, heightPx, region }]))[0];
}

/** A region of a picture, and the size at which it is seen. */
export interface Shot extends Size {
  readonly region: Region;
}

/**
 * What `proxy` makes of each of several regions, which may overlap; still one pass over the rows, in which others have their turns.
 * @returns one RGB picture for each shot, in their order
 */
export function proxies(
  picture: Picture,
  shots: readonly Shot[],
  thread?: SharedThread,
): Promise<readonly Uint8Array[]> {
  return inTurns(reductions(picture, shots), thread);
}

/** Measured: microseconds that a pixel takes to be decoded and reduced. */
const pixelUs = 0.012;

/** One pass over the rows. Yields about how many microseconds each step took. */
function* reductions(picture: Picture, shots: readonly Shot[]): Generator<number, readonly Uint8Array[], void> {
  const { channels } = picture;
  const axes = columnsOf(picture, shots);
  const widest = Math.max(...shots.map(({ widthPx }) => widthPx));
  const widths = axes.reduce((sum, { widthPx }) => sum + widthPx, 0);
  const { kernels, arrays } = layOutApart({
    row: bytes(picture.widthPx * channels),
    rgb: bytes(picture.widthPx * 3),
    // Of each axis, one after the other: taps, and rows at the output width.
    first: integers(widths),
    count: integers(widths),
    weights: floats(axes.reduce((sum, { taps }) => sum + taps.weights.length, 0)),
    rows: floats(axes.reduce((sum, { widthPx }) => sum + rowsHeld * spacedRow(widthPx), 0)),
    sums: floats(shots.reduce((sum, { widthPx }) => sum + spacedRow(widthPx), 0)),
    line: bytes(spacedRow(widest)),
  });
  let [weightsBefore, tapsBefore, rowsBefore] = [0, 0, 0];
  const narrowed = axes.map(({ widthPx, taps }) => {
    const { first, count, weights, stride } = taps;
    arrays.first.set(first, tapsBefore);
    arrays.count.set(count, tapsBefore);
    arrays.weights.set(weights, weightsBefore);
    const [firstAt, countAt] = [arrays.first, arrays.count].map(({ byteOffset }) => byteOffset + tapsBefore * 4);
    const weightsAt = arrays.weights.byteOffset + weightsBefore * 4;
    const rowsAt = arrays.rows.byteOffset + rowsBefore * 4;
    weightsBefore += weights.length;
    tapsBefore += widthPx;
    rowsBefore += rowsHeld * spacedRow(widthPx);
    const narrow = (rgb: number, into: number) =>
      kernels.reduceRow(rgb, firstAt, countAt, weightsAt, stride, widthPx, into);
    return new NarrowedRows(narrow, rowsAt, spacedRow(widthPx) * 4);
  });
  let sumsBefore = 0;
  const regions = shots.map((shot) => {
    const sum = arrays.sums.subarray(sumsBefore, sumsBefore + spacedRow(shot.widthPx));
    sumsBefore += sum.length;
    const rows = narrowed[axes.findIndex((axis) => isOfAxis(shot, axis))];
    return new Reduction({ kernels, rows, sum, line: arrays.line }, picture, shot);
  });
  const source = picture.rows();
  if (source.begin) yield* source.begin();
  const { row: given, rgb } = arrays;
  for (let passed = 0; ; ) {
    // Rows that no region asks for are neither read nor reduced.
    const row = Math.min(...regions.map(({ wanted }) => wanted));
    if (row >= picture.heightPx) return regions.map(({ out }) => out);
    for (; passed < row; passed += Math.min(rowsPassed, row - passed)) {
      source.skip(Math.min(rowsPassed, row - passed));
      yield rowsPassed * picture.widthPx * pixelUs;
    }
    given.set(source.next(1));
    passed = row + 1;
    if (channels === 4) kernels.overGrey(given.byteOffset, picture.widthPx, rgb.byteOffset);
    for (const region of regions) {
      if (region.wanted === row) region.take(channels === 4 ? rgb.byteOffset : given.byteOffset);
    }
    yield picture.widthPx * pixelUs;
  }
}

/** What shots that see the same columns at the same width have in common. */
interface Axis {
  readonly widthPx: number;
  readonly leftPx: number;
  readonly seenPx: number;
  readonly taps: Taps;
}

function isOfAxis({ widthPx, region }: Shot, axis: Axis): boolean {
  return widthPx === axis.widthPx && region.leftPx === axis.leftPx && region.widthPx === axis.seenPx;
}

function columnsOf(picture: Size, shots: readonly Shot[]): readonly Axis[] {
  const axes: Axis[] = [];
  for (const shot of shots) {
    if (axes.some((axis) => isOfAxis(shot, axis))) continue;
    const { widthPx, region } = shot;
    const { leftPx, widthPx: seenPx } = region;
    const taps = axisTaps(picture.widthPx, widthPx, { from: leftPx, to: leftPx + seenPx });
    axes.push({ widthPx, leftPx, seenPx, taps });
  }
  return axes;
}

/** Rows that are passed over at a time. */
const rowsPassed = 64;

/** Rows at the output width that are held: the two newest, because two output lines share at most so many. */
const rowsHeld = 2;

/** Numbers of a row at the output width, and of what kernels may write beyond it. */
function spacedRow(widthPx: number): number {
  return Math.ceil((widthPx * 3) / 4 + 1) * 4;
}

/** The newest rows of the picture at the output width, each made once for all regions that take it. */
class NarrowedRows {
  readonly #narrow: (rgb: number, into: number) => void;
  readonly #offset: number;
  readonly #rowBytes: number;
  #newest = -1;

  /** @param narrow makes a row of the one at an address @param offset where there is room for `rowsHeld` rows */
  constructor(narrow: (rgb: number, into: number) => void, offset: number, rowBytes: number) {
    this.#narrow = narrow;
    this.#offset = offset;
    this.#rowBytes = rowBytes;
  }

  /** @param rgb where the row is, at the full width of the picture */
  take(row: number, rgb: number): void {
    if (row === this.#newest) return;
    this.#newest = row;
    this.#narrow(rgb, this.at(row));
  }

  /** Where a row is, if it is the newest or the one before. */
  at(row: number): number {
    return this.#offset + (row % rowsHeld) * this.#rowBytes;
  }
}

/** What a region needs of the memory of the kernels, which is its own as long as its pass takes. */
interface ReductionMemory {
  readonly kernels: Kernels;
  readonly rows: NarrowedRows;
  readonly sum: Float32Array;
  /** One line of bytes, of all regions. */
  readonly line: Uint8Array;
}

/** One region on its way to its reduced size: takes the picture's rows that it wants, in order. */
class Reduction {
  /** RGB, complete when nothing is wanted any more. */
  readonly out: Uint8Array;
  /** The next row of the picture to take; infinite at the end. */
  wanted: number;
  readonly #memory: ReductionMemory;
  readonly #widthPx: number;
  readonly #lines: Taps;
  /** The output line that is being summed up, and its next tap. */
  #line = 0;
  #tap = 0;

  constructor(memory: ReductionMemory, picture: Size, { widthPx, heightPx, region }: Shot) {
    this.out = new Uint8Array(widthPx * heightPx * 3);
    this.#memory = memory;
    this.#widthPx = widthPx;
    this.#lines = axisTaps(picture.heightPx, heightPx, { from: region.topPx, to: region.topPx + region.heightPx });
    memory.sum.fill(0.5); // The sum rounds to nearest when it is cut to an integer.
    this.wanted = this.#lines.first[0];
  }

  /** Takes the row that is wanted. @param rgb where it is, at the full width of the picture */
  take(rgb: number): void {
    const { out, wanted: row } = this;
    const widthPx = this.#widthPx;
    const { kernels, rows, line } = this.#memory;
    const numbers = widthPx * 3;
    const sum = this.#memory.sum.byteOffset;
    rows.take(row, rgb);
    const lines = this.#lines;
    for (; this.#line < lines.first.length; this.#line++, this.#tap = 0) {
      const firstRow = lines.first[this.#line];
      const taps = lines.count[this.#line];
      const weightOf = (tap: number) => lines.weights[this.#line * lines.stride + tap];
      // Where the picture grows, most lines have both of their rows at once.
      if (taps === 2 && this.#tap === 0 && firstRow === row - 1) {
        kernels.blendRows(rows.at(firstRow), weightOf(0), rows.at(row), weightOf(1), numbers, line.byteOffset);
      } else {
        for (; this.#tap < taps && firstRow + this.#tap <= row; this.#tap++) {
          kernels.addRow(sum, rows.at(firstRow + this.#tap), weightOf(this.#tap), numbers);
        }
        if (this.#tap < taps) {
          this.wanted = Math.max(row + 1, firstRow);
          return;
        }
        kernels.takeSum(sum, numbers, line.byteOffset);
      }
      out.set(line.subarray(0, numbers), this.#line * numbers);
    }
    this.wanted = Number.POSITIVE_INFINITY;
  }
}
