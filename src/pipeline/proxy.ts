/**
 * The reduced picture that networks see, made in one pass over the rows.
 *
 * Shrinking is an area average, growing is bilinear, both on gamma-encoded values; transparent input is over mid-grey.
 * Each side is scaled on its own: networks here were trained on stretched squares.
 */
import { atOnce, inTurns, type SharedThread } from '../bounds/shared-thread.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { bytes, floats, integers, layOutApart } from '../kernels/memory.ts';
import type { Picture } from './picture/picture.ts';
import { type Region, type Size, wholeOf } from './region.ts';
import { axisTaps, type Taps } from './taps.ts';

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
  const columns = shots.map(({ widthPx, region: { leftPx, ...region } }) =>
    axisTaps(picture.widthPx, widthPx, { from: leftPx, to: leftPx + region.widthPx }),
  );
  const widest = Math.max(...shots.map(({ widthPx }) => widthPx));
  const widths = shots.reduce((sum, { widthPx }) => sum + widthPx, 0);
  const spaced = shots.reduce((sum, { widthPx }) => sum + rowsEach * spacedRow(widthPx), 0);
  const { kernels, arrays } = layOutApart({
    row: bytes(picture.widthPx * channels),
    rgb: bytes(picture.widthPx * 3),
    // Of each shot, one after the other: taps, and rows at the output width.
    first: integers(widths),
    count: integers(widths),
    weights: floats(columns.reduce((sum, { weights }) => sum + weights.length, 0)),
    rows: floats(spaced),
    line: bytes(spacedRow(widest)),
  });
  let [weightsBefore, tapsBefore, rowsBefore] = [0, 0, 0];
  const regions = shots.map((shot, index) => {
    const { first, count, weights, stride } = columns[index];
    arrays.first.set(first, tapsBefore);
    arrays.count.set(count, tapsBefore);
    arrays.weights.set(weights, weightsBefore);
    const rowsOfShot = rowsEach * spacedRow(shot.widthPx);
    const memory: ReductionMemory = {
      kernels,
      first: arrays.first.byteOffset + tapsBefore * 4,
      count: arrays.count.byteOffset + tapsBefore * 4,
      weights: arrays.weights.byteOffset + weightsBefore * 4,
      stride,
      rows: arrays.rows.subarray(rowsBefore, rowsBefore + rowsOfShot),
      line: arrays.line,
    };
    weightsBefore += weights.length;
    tapsBefore += shot.widthPx;
    rowsBefore += rowsOfShot;
    return new Reduction(memory, picture, shot, shot.region);
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

/** Rows that are passed over at a time. */
const rowsPassed = 64;

/** Rows of a region that are held: the two newest, because two output lines share at most so many, and the sum. */
const rowsEach = 3;

/** Numbers of a row at the output width, and of what kernels may write beyond it. */
function spacedRow(widthPx: number): number {
  return Math.ceil((widthPx * 3) / 4 + 1) * 4;
}

/** What a region needs of the memory of the kernels, which is its own as long as its pass takes. */
interface ReductionMemory {
  readonly kernels: Kernels;
  /** Where the taps of its columns are. */
  readonly first: number;
  readonly count: number;
  readonly weights: number;
  readonly stride: number;
  /** `rowsEach` rows. */
  readonly rows: Float32Array;
  /** One line of bytes. */
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

  constructor(memory: ReductionMemory, picture: Picture, { widthPx, heightPx }: Size, region: Region) {
    this.out = new Uint8Array(widthPx * heightPx * 3);
    this.#memory = memory;
    this.#widthPx = widthPx;
    this.#lines = axisTaps(picture.heightPx, heightPx, { from: region.topPx, to: region.topPx + region.heightPx });
    memory.rows.fill(0.5, 2 * spacedRow(widthPx)); // The sum rounds to nearest when it is cut to an integer.
    this.wanted = this.#lines.first[0];
  }

  /** Takes the row that is wanted. @param rgb where it is, at the full width of the picture */
  take(rgb: number): void {
    const { out, wanted: row } = this;
    const widthPx = this.#widthPx;
    const { kernels, first, count, weights, stride, rows, line } = this.#memory;
    const numbers = widthPx * 3;
    const rowBytes = spacedRow(widthPx) * 4;
    const sum = rows.byteOffset + 2 * rowBytes;
    const valuesOf = (of: number) => rows.byteOffset + (of & 1) * rowBytes;
    kernels.reduceRow(rgb, first, count, weights, stride, widthPx, valuesOf(row));
    const lines = this.#lines;
    for (; this.#line < lines.first.length; this.#line++, this.#tap = 0) {
      const firstRow = lines.first[this.#line];
      const taps = lines.count[this.#line];
      const weightOf = (tap: number) => lines.weights[this.#line * lines.stride + tap];
      // Where the picture grows, most lines have both of their rows at once.
      if (taps === 2 && this.#tap === 0 && firstRow === row - 1) {
        kernels.blendRows(valuesOf(firstRow), weightOf(0), valuesOf(row), weightOf(1), numbers, line.byteOffset);
      } else {
        for (; this.#tap < taps && firstRow + this.#tap <= row; this.#tap++) {
          kernels.addRow(sum, valuesOf(firstRow + this.#tap), weightOf(this.#tap), numbers);
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
