/** A cutout's pixels as the options of an output want them, by the rules and the code of the service itself. */
import type { PictureOutput } from '../../../../contract/output/output.ts';
import { atOnce } from '../../../../pixels/bounds/shared-thread.ts';
import { finishedRows } from '../../../../pixels/pipeline/output/finished-rows.ts';
import type { Framing } from '../../../../pixels/pipeline/output/framing.ts';
import type { Picture } from '../../../../pixels/pipeline/picture/picture.ts';
import type { Size } from '../../../../pixels/pipeline/plane/region.ts';
import { axisTaps } from '../../../../pixels/pipeline/plane/taps.ts';
import type { RowWriter } from '../../../../pixels/pipeline/rows/compose.ts';

/** RGBA, straight alpha, 0 to 255. */
export interface Pixels extends Size {
  readonly samples: Uint8ClampedArray<ArrayBuffer>;
}

/** No canvas holds more, so that it could not be written. */
const mostPixels = 16_384 ** 2;

/** What was made, and which part of the plane of the cutout it shows. */
export interface FinishedPixels {
  readonly pixels: Pixels;
  readonly framing: Framing;
}

/**
 * The rows that the service would write, at most 1 of 255 away where something is scaled.
 * @param cutout of the whole photo
 * @param background the picture under it, where the output wants one; sRGB
 * @throws Error where it wants one and there is none, and where the output is too large for a canvas
 */
export function finishPixels(cutout: Pixels, output: PictureOutput, background: Pixels | null = null): FinishedPixels {
  const result = { rows: rowsOf(cutout), alpha: () => rowsOf(cutout) };
  const { rows, framing } = atOnce(
    finishedRows(result, cutout, output, {
      framed: (_rows, framing) => framedRows(cutout, framing),
      background: background && pictureOf(background),
    }),
  );
  const { widthPx, heightPx } = framing;
  if (widthPx * heightPx > mostPixels) throw new Error('This browser cannot hold pictures of that size');
  const samples = new Uint8ClampedArray(widthPx * heightPx * 4);
  rows.write(heightPx, new Uint8Array(samples.buffer));
  return { pixels: { widthPx, heightPx, samples }, framing };
}

/** Pixels as rows from top to bottom. */
function rowsOf({ widthPx, heightPx, samples }: Pixels): RowWriter {
  const source = sourceOf(widthPx * 4, samples);
  return { widthPx, heightPx, channels: 4, write: (count, into) => into.set(source.next(count)) };
}

function pictureOf({ widthPx, heightPx, samples }: Pixels): Picture {
  return { widthPx, heightPx, channels: 4, icc: null, rows: () => sourceOf(widthPx * 4, samples), close() {} };
}

function sourceOf(stride: number, samples: Uint8ClampedArray<ArrayBuffer>) {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  let at = 0;
  return {
    next(count: number): Uint8Array {
      at += count * stride;
      return bytes.subarray(at - count * stride, at);
    },
    skip(count: number): void {
      at += count * stride;
    },
  };
}

/**
 * The part that a framing shows, scaled down to means over areas: of colours times alpha, and of alpha. Beyond the picture all
 * is 0. The service has the same as a kernel.
 */
function framedRows(
  { widthPx: sourceWidthPx, heightPx: sourceHeightPx, samples }: Pixels,
  framing: Framing,
): RowWriter {
  const { widthPx, heightPx, boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = framing;
  const columns = axisTaps(sourceWidthPx, widthPx, { from: boxLeftPx, to: boxLeftPx + boxWidthPx });
  const lines = axisTaps(sourceHeightPx, heightPx, { from: boxTopPx, to: boxTopPx + boxHeightPx });
  // One row of the source, as wide as the answer: colours times alpha, and alpha.
  const widened = { y: -1, sums: new Float64Array(widthPx * 4) };
  const rowAt = (y: number) => {
    if (widened.y === y) return widened.sums;
    widened.y = y;
    widened.sums.fill(0);
    for (let x = 0; x < widthPx; x++) {
      for (let tap = 0; tap < columns.count[x]; tap++) {
        const from = (y * sourceWidthPx + columns.first[x] + tap) * 4;
        const weight = columns.weights[x * columns.stride + tap] * samples[from + 3];
        if (weight === 0) continue;
        for (let channel = 0; channel < 3; channel++) widened.sums[x * 4 + channel] += samples[from + channel] * weight;
        widened.sums[x * 4 + 3] += weight;
      }
    }
    return widened.sums;
  };
  const sums = new Float64Array(widthPx * 4);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    write(count, into) {
      for (let row = 0; row < count; row++, y++) {
        sums.fill(0);
        for (let tap = 0; tap < lines.count[y]; tap++) {
          const weight = lines.weights[y * lines.stride + tap];
          if (weight === 0) continue;
          const line = rowAt(lines.first[y] + tap);
          for (let at = 0; at < sums.length; at++) sums[at] += line[at] * weight;
        }
        writeMeans(sums, into.subarray(row * widthPx * 4, (row + 1) * widthPx * 4));
      }
    },
  };
}

/** Straight colours and alpha of sums of colours times alpha, and of alpha; RGB 0 where alpha is. */
function writeMeans(sums: Float64Array, into: Uint8Array): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = Math.floor(sums[at + 3] + 0.5);
    into[at + 3] = alpha;
    for (let channel = at; channel < at + 3; channel++) {
      into[channel] = alpha === 0 ? 0 : Math.floor(sums[channel] / sums[at + 3] + 0.5);
    }
  }
}
