/** Which regions that only the low pass found beside a car count as parts that the full pass missed. */
import { describe, expect, test } from 'vitest';
import type { Layer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { matteOfPatches, type Patch } from '../testing/patches.ts';
import { addMissed } from './missed.ts';

/** Side of the low matte; the full pass has twice as many pixels a side. */
const side = 150;
/** Of the detector, in pixels of the low matte: the car and its mirror. */
const box = { left: 8, top: 40, right: 120, bottom: 110 };

const car: Patch = { left: 20, top: 40, width: 100, height: 70 };
const mirror: Patch = { left: 8, top: 48, width: 12, height: 12 };

const matte = (scale: number, ...patches: readonly Patch[]) => matteOfPatches(side, scale, patches);

function fullPass(...patches: readonly Patch[]): Layer {
  return {
    plane: matte(2, ...patches),
    region: { leftPx: 30, topPx: 10, widthPx: 450, heightPx: 450 },
    outside: 0,
  };
}

function alphaAt({ widthPx, samples }: Matte, x: number, y: number): number {
  return samples[2 * y * widthPx + 2 * x];
}

describe('what the full pass over a car missed', () => {
  test('is added where a low pass is sure of it, and nothing else changes', () => {
    const first = fullPass(car);
    const result = addMissed(first, matte(1, car, mirror), box);
    expect(alphaAt(result, 14, 54)).toBe(255);
    const beside = ({ samples, widthPx }: Matte) =>
      samples.filter((_, at) => at % widthPx >= 2 * 24 || at >= widthPx * 2 * 70);
    expect(beside(result)).toEqual(beside(first.plane));
    expect(result.samples.every((alpha, at) => alpha >= first.plane.samples[at])).toBe(true);
  });

  test('comes with its soft edge', () => {
    const softer = { left: 6, top: 46, width: 14, height: 16, alpha: 100 };
    const result = addMissed(fullPass(car), matte(1, softer, mirror, car), box);
    expect(alphaAt(result, 6, 54)).toBeGreaterThan(40);
  });

  test.each<[what: string, patch: Patch]>([
    ['thin: an edge that was seen otherwise', { ...mirror, left: 12, width: 8 }],
    ['half transparent', { ...mirror, alpha: 215 }],
    ['in the lower part: shade taken for a skirt', { ...mirror, top: 80 }],
    ['above the roof: a passer-by', { ...mirror, left: 60, top: 28 }],
    ['beside the box', { ...mirror, left: 0, width: 12 }],
    ['large: another car', { ...mirror, top: 42, height: 30 }],
  ])('is not what is %s', (_, patch) => {
    const first = fullPass(car);
    const narrow = patch.left === 0 ? { ...box, left: 12 } : box;
    expect(addMissed(first, matte(1, car, patch), narrow)).toBe(first.plane);
  });

  test('is not what the full pass saw by half', () => {
    const first = fullPass(car, { ...mirror, alpha: 80 });
    expect(addMissed(first, matte(1, car, mirror), box)).toBe(first.plane);
  });
});
