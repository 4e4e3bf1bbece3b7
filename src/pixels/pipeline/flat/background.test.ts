import { describe, expect, test } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { framePicture } from '../picture/frame.ts';
import { backgroundOf } from './background.ts';

const [widthPx, heightPx] = [120, 80];

/** @param level of each channel at a place, both coordinates -1 to 1 */
function pictureOf(level: (x: number, y: number) => number) {
  const samples = new Uint8Array(widthPx * heightPx * 3);
  for (let at = 0; at < samples.length; at++) {
    const pixel = Math.floor(at / 3);
    const x = (2 * (pixel % widthPx)) / (widthPx - 1) - 1;
    samples[at] = Math.round(level(x, (2 * Math.floor(pixel / widthPx)) / (heightPx - 1) - 1));
  }
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
}

describe('a border', () => {
  test.each<[string, (x: number, y: number) => number]>([
    ['across', (x) => x],
    ['down', (_x, y) => y],
  ])('drifts by more than noise, %s, where it is 2 levels off at its ends, and not where it is 1', (_way, along) => {
    const drifts = (levels: number) => atOnce(backgroundOf(pictureOf((x, y) => 128 + levels * along(x, y))))?.drifts;
    expect([0, 1, 2].map(drifts)).toEqual([false, false, true]);
  });

  test('that drifts in a curve is followed to a level everywhere along it', () => {
    const level = (x: number, y: number) => 120 + 4 * x - 3 * y + 2 * x * y + 3 * x * x;
    const background = atOnce(backgroundOf(pictureOf(level)));
    const row = new Float32Array(widthPx * 3);
    for (const y of [0, heightPx - 1]) {
      background?.row(y, row);
      for (let x = 0; x < widthPx; x++) {
        const truth = level((2 * x) / (widthPx - 1) - 1, y === 0 ? -1 : 1);
        expect(Math.abs(row[x * 3 + 1] - truth)).toBeLessThan(1);
      }
    }
  });

  test('of two colours is no background', () => {
    expect(atOnce(backgroundOf(pictureOf((x) => (x < 0 ? 20 : 200))))).toBeNull();
  });
});
