/** The part of a photo whose edge shows best how two cutouts differ. */
import sharp, { type Region } from 'sharp';
import { Sums } from './sums.ts';

/** Pixels are summed in squares of this side, so that a photo of 20 megapixels is searched in a moment. */
const squarePx = 8;
/** Alpha from which on a pixel counts as opaque, and up to which as transparent. */
const opaque = 230;
const transparent = 25;

/**
 * The window of two cutouts of one photo in which their edges differ most, as an eye would see it: over black and over
 * white, all colours summed, near pixels where either cutout has an edge. A faint veil over half of a photo does not count.
 * The window shows an edge that is hard to cut, or a fault of one cutout. Of equal windows the first is chosen; a photo
 * smaller than the window is shown as a whole.
 */
export async function hardestCrop(one: Buffer, other: Buffer, sidePx: number): Promise<Region> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  const { width: widthPx, height: heightPx } = first.info;
  if (second.info.width !== widthPx || second.info.height !== heightPx) throw new Error('The cutouts differ in size');
  const squares = new Squares(widthPx, heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      squares.add(x, y, visibleDifference(first.data, second.data, at), first.data[at + 3], second.data[at + 3]);
    }
  }
  const sums = squares.sumsNearEdges();
  const width = Math.min(sidePx, widthPx);
  const height = Math.min(sidePx, heightPx);
  const across = Math.ceil(width / squarePx);
  const down = Math.ceil(height / squarePx);
  let best: Region = { left: 0, top: 0, width, height };
  let most = 0;
  for (let top = 0; top <= heightPx - height; top += squarePx) {
    for (let left = 0; left <= widthPx - width; left += squarePx) {
      const sum = sums.within(left / squarePx, top / squarePx, across, down);
      if (sum <= most) continue;
      most = sum;
      best = { left, top, width, height };
    }
  }
  return best;
}

function pixelsOf(cutout: Buffer) {
  return sharp(cutout).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Of the pixel at `at`, over black and over white, over all its colours. */
function visibleDifference(one: Buffer, other: Buffer, at: number): number {
  const opacity = one[at + 3];
  const otherOpacity = other[at + 3];
  if (opacity === 0 && otherOpacity === 0) return 0;
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const onBlack = (one[at + i] * opacity - other[at + i] * otherOpacity) / 255;
    sum += Math.abs(onBlack) + Math.abs(onBlack + otherOpacity - opacity);
  }
  return sum;
}

/** What is known of each square of the photo. */
class Squares {
  readonly #columns: number;
  readonly #rows: number;
  readonly #differences: Float64Array;
  readonly #highest: Uint8Array;
  readonly #lowest: Uint8Array;

  constructor(widthPx: number, heightPx: number) {
    this.#columns = Math.ceil(widthPx / squarePx);
    this.#rows = Math.ceil(heightPx / squarePx);
    this.#differences = new Float64Array(this.#columns * this.#rows);
    this.#highest = new Uint8Array(this.#differences.length);
    this.#lowest = new Uint8Array(this.#differences.length).fill(255);
  }

  add(x: number, y: number, difference: number, alpha: number, otherAlpha: number): void {
    const at = Math.floor(y / squarePx) * this.#columns + Math.floor(x / squarePx);
    this.#differences[at] += difference;
    this.#highest[at] = Math.max(this.#highest[at], alpha, otherAlpha);
    this.#lowest[at] = Math.min(this.#lowest[at], alpha, otherAlpha);
  }

  /** Of the differences, those of squares that have an edge or touch one. */
  sumsNearEdges(): Sums {
    const near = this.#differences.map((difference, at) => (this.#isNearEdge(at) ? difference : 0));
    return new Sums(near, this.#columns, this.#rows);
  }

  #isNearEdge(at: number): boolean {
    const column = at % this.#columns;
    const row = Math.floor(at / this.#columns);
    let [highest, lowest] = [0, 255];
    for (let y = Math.max(0, row - 1); y <= Math.min(this.#rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(this.#columns - 1, column + 1); x++) {
        highest = Math.max(highest, this.#highest[y * this.#columns + x]);
        lowest = Math.min(lowest, this.#lowest[y * this.#columns + x]);
      }
    }
    return highest >= opaque && lowest <= transparent;
  }
}
