/** Where a render is in the frame of a composite. */
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import { axisTaps } from '../../../src/pixels/pipeline/plane/taps.ts';
import type { Render } from './foregrounds.ts';
import { encoded } from './light.ts';
import type { Truth } from './map.ts';

export interface Placement {
  /** Frame pixels a render pixel. */
  readonly scale: number;
  /** Of the render's first pixel, in frame pixels; may be below 0. */
  readonly left: number;
  readonly top: number;
}

/** Renders are not enlarged beyond this: edges of photos are a few pixels soft as well, but not more. */
const largestScale = 3;
/** Share of close-ups, which the frame cuts. */
const closeUps = 0.25;

/**
 * Puts a render into a frame: whole with some background around it, or as a close-up that the frame cuts. A side at which
 * the render cuts the subject is on that side of the frame.
 * @param next random numbers, 0 to 1
 */
export function placementOf({ widthPx, heightPx, cut }: Render, frame: Size, next: () => number): Placement {
  const close = next() < closeUps;
  const share = close ? 1.1 + 0.3 * next() : 0.7 + 0.25 * next();
  const fit = Math.min(frame.widthPx / widthPx, frame.heightPx / heightPx);
  const wanted = Math.min(largestScale, share * fit);
  const scale = Math.max(
    wanted,
    cut.left && cut.right ? frame.widthPx / widthPx : 0,
    cut.top && cut.bottom ? frame.heightPx / heightPx : 0,
  );
  return {
    scale,
    left: offset(frame.widthPx - widthPx * scale, cut.left, cut.right, next()),
    top: offset(frame.heightPx - heightPx * scale, cut.top, cut.bottom, next()),
  };
}

/** @param room what the frame is longer than the render, below 0 where it is shorter */
function offset(room: number, cutBefore: boolean, cutAfter: boolean, at: number): number {
  if (cutBefore && cutAfter) return room * at;
  if (cutBefore) return Math.min(0, room * at);
  if (cutAfter) return Math.max(room, room * at);
  return room * at;
}

/** The render as the frame shows it: area average where it shrinks, bilinear where it grows, in linear light. */
export function placed({ widthPx, heightPx, samples }: Render, frame: Size, placement: Placement): Truth {
  const { scale, left, top } = placement;
  const columns = axisTaps(widthPx, frame.widthPx, { from: -left / scale, to: (frame.widthPx - left) / scale });
  const lines = axisTaps(heightPx, frame.heightPx, { from: -top / scale, to: (frame.heightPx - top) / scale });
  const narrowed = new Float32Array(heightPx * frame.widthPx * 4);
  for (let y = 0, to = 0; y < heightPx; y++) {
    for (let x = 0; x < frame.widthPx; x++, to += 4) {
      let from = (y * widthPx + columns.first[x]) * 4;
      for (let tap = 0; tap < columns.count[x]; tap++, from += 4) {
        const weight = columns.weights[x * columns.stride + tap];
        narrowed[to] += samples[from] * weight;
        narrowed[to + 1] += samples[from + 1] * weight;
        narrowed[to + 2] += samples[from + 2] * weight;
        narrowed[to + 3] += samples[from + 3] * weight;
      }
    }
  }
  const alpha = new Float32Array(frame.widthPx * frame.heightPx);
  const colours = new Float32Array(alpha.length * 3);
  const row = new Float32Array(frame.widthPx * 4);
  for (let y = 0, pixel = 0; y < frame.heightPx; y++) {
    row.fill(0);
    for (let tap = 0; tap < lines.count[y]; tap++) {
      const weight = lines.weights[y * lines.stride + tap];
      const from = (lines.first[y] + tap) * row.length;
      for (let at = 0; at < row.length; at++) row[at] += narrowed[from + at] * weight;
    }
    for (let at = 0; at < row.length; at += 4, pixel++) {
      // Sums of weights miss 1 by rounding.
      const opacity = row[at + 3] > 1 - 1e-6 ? 1 : row[at + 3];
      alpha[pixel] = opacity;
      if (opacity === 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        colours[pixel * 3 + channel] = encoded(Math.min(1, row[at + channel] / opacity));
      }
    }
  }
  return { alpha: { ...frame, values: alpha }, colours };
}
