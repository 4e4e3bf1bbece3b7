/** Which of what the first pass took for the car goes, because no other pass sees it. */
import { describe, expect, test } from 'vitest';
import type { Layer } from '../plane/layer.ts';
import { matteOfPatches, type Patch } from '../testing/patches.ts';
import { withoutScraps } from './scraps.ts';

/** Side of the passes; the matte has twice as many pixels a side. */
const side = 150;
const picture = { widthPx: 150, heightPx: 150 };
const box = { left: 20 / 150, top: 40 / 150, right: 120 / 150, bottom: 110 / 150 };
const car: Patch = { left: 20, top: 40, width: 100, height: 70 };
const scrap: Patch = { left: 60, top: 32, width: 8, height: 8, alpha: 110 };

function over(scale: number, ...patches: readonly Patch[]): Layer {
  return {
    plane: matteOfPatches(side, scale, patches),
    region: { leftPx: 0, topPx: 0, ...picture },
    outside: 0,
  };
}

/** @param further what one of three passes sees beside the car, what the parts network takes for it */
function result(first: Patch, further: { seen?: Patch; known?: Patch } = {}) {
  const matte = over(2, car, first);
  const pass = over(1, car).plane;
  const passes = [pass, pass, over(1, car, ...(further.seen ? [further.seen] : [])).plane];
  const known = over(1, car, ...(further.known ? [further.known] : []));
  return { matte, left: withoutScraps(matte, passes, known, box, picture) };
}

describe('scraps that one pass alone took for the car', () => {
  test('go, and nothing else changes', () => {
    const { left } = result(scrap);
    const { samples, widthPx } = left.plane;
    expect(samples[2 * 35 * widthPx + 2 * 64]).toBe(0);
    const below = (layer: Layer) => layer.plane.samples.subarray(2 * 40 * widthPx);
    expect(Buffer.compare(below(left), below(over(2, car)))).toBe(0);
  });

  test.each<[string, Patch, Parameters<typeof result>[1]?]>([
    ['another pass sees them', scrap, { seen: scrap }],
    ['the parts network knows them', scrap, { known: scrap }],
    ['the first pass is sure of them', { ...scrap, alpha: 200 }],
    ['they are large', { ...scrap, width: 30 }],
    ['they are specks', { ...scrap, top: 34, width: 5, height: 5 }],
    ['they are low, as shade does', { ...scrap, left: 120, top: 100 }],
  ])('stay where %s', (_, first, further) => {
    const { matte, left } = result(first, further);
    expect(Buffer.compare(left.plane.samples, matte.plane.samples)).toBe(0);
  });

  test('stay without further passes', () => {
    const matte = over(2, car, scrap);
    expect(withoutScraps(matte, [], over(1, car), box, picture)).toBe(matte);
  });
});
