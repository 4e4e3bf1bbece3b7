/** A picture made small enough to send. */
import type { Pixels } from './matte.ts';

/** What the service lays transparent pictures over before its networks see them. */
const midGrey = 128;

/** RGB, row by row: `data` is width × height × 3 bytes. */
export interface Rgb {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The picture at a size that fits into `longestSide`, never enlarged: each pixel is the mean of what it covers, in
 * gamma-encoded values, laid over mid-grey.
 */
export function shrunk({ width, height, data }: Pixels, longestSide: number): Rgb {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const small = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const columns = covered(width, small.width);
  const rows = covered(height, small.height);
  const result = new Uint8Array(small.width * small.height * 3);
  const sums = new Float32Array(small.width * 3);
  for (let y = 0; y < small.height; y++) {
    sums.fill(0);
    for (let row = rows.first[y]; row < rows.end[y]; row++) {
      addRow(data.subarray(row * width * 4, (row + 1) * width * 4), columns, share(rows, y, row), sums);
    }
    for (let at = 0; at < sums.length; at++) result[y * sums.length + at] = Math.round(sums[at]);
  }
  return { ...small, data: result };
}

/** Which samples of a longer line each sample of a shorter one covers. */
interface Covered {
  /** In samples of the longer line, for each sample of the shorter one and one beyond. */
  readonly edges: Float64Array;
  readonly first: Uint32Array;
  readonly end: Uint32Array;
}

function covered(from: number, size: number): Covered {
  const edges = Float64Array.from({ length: size + 1 }, (_, at) => (at * from) / size);
  return { edges, first: Uint32Array.from(edges), end: Uint32Array.from(edges.subarray(1), Math.ceil) };
}

/** The part of the shorter line's sample that is in that sample of the longer one, 0 to 1. */
function share({ edges }: Covered, at: number, sample: number): number {
  return (Math.min(edges[at + 1], sample + 1) - Math.max(edges[at], sample)) / (edges[at + 1] - edges[at]);
}

/** Adds a row of RGBA, made as long as `sums` and laid over grey, times a weight. */
function addRow(row: Pixels['data'], columns: Covered, weight: number, sums: Float32Array): void {
  for (let to = 0; to < sums.length; to += 3) {
    const x = to / 3;
    for (let column = columns.first[x]; column < columns.end[x]; column++) {
      const part = weight * share(columns, x, column);
      const at = column * 4;
      const background = (midGrey * (255 - row[at + 3])) / 255;
      const alpha = row[at + 3] / 255;
      sums[to] += (background + row[at] * alpha) * part;
      sums[to + 1] += (background + row[at + 1] * alpha) * part;
      sums[to + 2] += (background + row[at + 2] * alpha) * part;
    }
  }
}
