/** Chroma that pixels share, interpolated from what is left of it in their colours. */
import { describe, expect, it } from 'vitest';
import type { Channels } from '../../pixels/pipeline/picture/picture.ts';
import { interpolateChroma } from './chroma.ts';

const [redWeight, blueWeight] = [0.2126, 0.0722];

/** A picture of waves, of which chroma is repeated, and interpolated: each from the samples themselves. */
function pictures(widthPx: number, heightPx: number, rows: 1 | 2, channels: Channels) {
  const [columns, lines] = [Math.ceil(widthPx / 2), Math.ceil(heightPx / rows)];
  const sample = (x: number, y: number, phase: number) => 45 * Math.sin(x * 1.3 + phase) * Math.cos(y * 0.9);
  const clamp = (value: number, last: number) => Math.min(Math.max(value, 0), last);
  const at = (x: number, y: number, phase: number) => sample(clamp(x, columns - 1), clamp(y, lines - 1), phase);
  const make = (chroma: (x: number, y: number, phase: number) => number) => {
    const samples = new Uint8ClampedArray(widthPx * heightPx * channels).fill(77);
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const brightness = 125 + 30 * Math.sin(x * 0.7 + y * 0.4);
        const [blue, red] = [chroma(x, y, 0), chroma(x, y, 1)];
        const green = -(redWeight * red + blueWeight * blue) / (1 - redWeight - blueWeight);
        samples.set([brightness + red, brightness + green, brightness + blue], (y * widthPx + x) * channels);
      }
    }
    return new Uint8Array(samples.buffer);
  };
  const near = (value: number) => ({ own: value >> 1, other: (value >> 1) + (value & 1 ? 1 : -1) });
  const along = (x: number, line: number, phase: number) => {
    const { own, other } = near(x);
    return 0.75 * at(own, line, phase) + 0.25 * at(other, line, phase);
  };
  return {
    repeated: make((x, y, phase) => at(x >> 1, Math.floor(y / rows), phase)),
    interpolated: make((x, y, phase) => {
      if (rows === 1) return along(x, y, phase);
      const { own, other } = near(y);
      return 0.75 * along(x, own, phase) + 0.25 * along(x, other, phase);
    }),
  };
}

function farthest(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index])), 0);
}

const sizes = [
  [40, 30],
  [39, 31],
  [1, 9],
  [9, 1],
  [2, 2],
  [1, 1],
] as const;

describe.each([1, 2] as const)('chroma of %i rows', (rows) => {
  it.each(sizes)('of %i × %i pixels is as interpolation of the samples gives it', (widthPx, heightPx) => {
    for (const channels of [3, 4] as const) {
      const { repeated, interpolated } = pictures(widthPx, heightPx, rows, channels);
      interpolateChroma({ widthPx, heightPx, channels, samples: repeated }, { rows, redWeight, blueWeight });
      expect(farthest(repeated, interpolated)).toBeLessThanOrEqual(2);
    }
  });
});

it('grey stays, and so do black and white beside it', () => {
  const samples = Uint8Array.from({ length: 16 * 8 * 3 }, (_, at) => [0, 255, 90, 17][Math.floor(at / 3) % 4]);
  const before = samples.slice();
  interpolateChroma({ widthPx: 16, heightPx: 8, channels: 3, samples }, { rows: 2, redWeight, blueWeight });
  expect(samples).toEqual(before);
});

it('a red that was cut is as bright as green says', () => {
  // Both pixels on the left have the chroma of [200, 100, 100]; the second is so bright that its red, 319, was cut.
  const left = [200, 100, 100, 255, 219, 219];
  const samples = Uint8Array.of(...left, ...Array<number>(6).fill(128));
  interpolateChroma({ widthPx: 4, heightPx: 1, channels: 3, samples }, { rows: 1, redWeight, blueWeight });
  // A quarter of it gives way to the grey beside: red is 299 still.
  expect([...samples.subarray(3, 6)]).toEqual([255, 224, 224]);
});
