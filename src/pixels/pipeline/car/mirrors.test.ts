/** Which of what further passes see beside a car is taken for its mirror. */
import { describe, expect, test } from 'vitest';
import type { Layer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { matteOfPatches, type Patch } from '../testing/patches.ts';
import { addMirrors } from './mirrors.ts';

/** Side of the passes; the matte so far has twice as many pixels a side. */
const side = 150;
/** Of the detector, in pixels of the passes. */
const box = { left: 8, top: 40, right: 120, bottom: 110 };
const car: Patch = { left: 20, top: 40, width: 100, height: 70 };
const mirror: Patch = { left: 10, top: 50, width: 10, height: 9 };
const [red, grey] = [
  [200, 20, 20],
  [90, 100, 90],
];

const matte: Layer = {
  plane: matteOfPatches(side, 2, [car]),
  region: { leftPx: 30, topPx: 10, widthPx: 450, heightPx: 450 },
  outside: 0,
};

/** Red where something is painted, else grey. */
function colours(...painted: readonly Patch[]): Uint8Array {
  return Uint8Array.from(matteOfPatches(side, 1, painted).samples, (value) => value).reduce(
    (rgb, value, at) => {
      rgb.set(value > 0 ? red : grey, at * 3);
      return rgb;
    },
    new Uint8Array(side * side * 3),
  );
}

/** What comes where the last of three passes sees more than the car. */
function result(seen: Patch, painted: readonly Patch[] = [car, seen]): Matte {
  const pass = matteOfPatches(side, 1, [car]);
  return addMirrors(matte, [pass, pass, matteOfPatches(side, 1, [car, seen])], colours(...painted), box);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

describe('mirrors that one further pass sees', () => {
  test('are added in the paint of the car, opaque though the pass is not sure, and nothing else changes', () => {
    const { samples, widthPx } = result({ ...mirror, alpha: 190 });
    expect(samples[2 * 54 * widthPx + 2 * 15]).toBe(255);
    const beside = (alpha: Uint8Array) => alpha.filter((_, at) => at % widthPx >= 2 * 22 || at >= widthPx * 2 * 62);
    expect(isSame(beside(samples), beside(matte.plane.samples))).toBe(true);
    expect(samples.every((alpha, at) => alpha >= matte.plane.samples[at])).toBe(true);
  });

  test.each<[string, Patch, (readonly Patch[])?]>([
    ['of the colour of the background', mirror, [car]],
    ['thin', { ...mirror, height: 5 }],
    ['large', { ...mirror, top: 45, width: 10, height: 20 }],
    ['faint in the pass', { ...mirror, alpha: 170 }],
    ['away from the car', { ...mirror, left: 8, width: 7 }],
    ['wide', { left: 8, top: 54, width: 12, height: 7 }],
    ['low', { ...mirror, top: 80 }],
    ['above the car', { left: 40, top: 31, width: 10, height: 9 }],
  ])('are not taken where they are %s', (_, seen, painted) => {
    expect(isSame(result(seen, painted).samples, matte.plane.samples)).toBe(true);
  });

  test('need further passes', () => {
    expect(addMirrors(matte, [], colours(car, mirror), box)).toBe(matte.plane);
  });
});
