import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Layer, LayerSampler, layerOver, reducedLayer } from '../plane/layer.ts';
import type { Region } from '../plane/region.ts';
import { placesOf, weightedRegion } from './weighted.ts';

const isWithin = (x: number, y: number, { leftPx, topPx, widthPx, heightPx }: Region) =>
  x >= leftPx && x < leftPx + widthPx && y >= topPx && y < topPx + heightPx;

/** A plane with a weight at a few places. */
const drawn = fc.record({
  picture: fc.record({ widthPx: fc.integer({ min: 1, max: 90 }), heightPx: fc.integer({ min: 1, max: 90 }) }),
  size: fc.record({ widthPx: fc.integer({ min: 1, max: 24 }), heightPx: fc.integer({ min: 1, max: 24 }) }),
  at: fc.array(fc.nat(), { maxLength: 3 }),
});

function layerOf({ picture, size, at }: typeof drawn extends fc.Arbitrary<infer Value> ? Value : never): Layer {
  const samples = new Uint8Array(size.widthPx * size.heightPx);
  for (const place of at) samples[place % samples.length] = 255;
  return layerOver({ ...size, samples }, picture);
}

test('beyond the region all weights are 0, at the size of the picture', () => {
  fc.assert(
    fc.property(drawn, (given) => {
      const weights = layerOf(given);
      const region = weightedRegion(weights);
      expect(region === null).toBe(given.at.length === 0);
      const { widthPx, heightPx } = given.picture;
      const row = new Uint8Array(widthPx);
      for (let y = 0; y < heightPx; y++) {
        new LayerSampler(weights).row(y, widthPx, row);
        row.forEach((weight, x) => {
          if (weight > 0) expect(region !== null && isWithin(x, y, region)).toBe(true);
        });
      }
    }),
    { numRuns: 200, seed: 11 },
  );
});

test('and at any other size', () => {
  const side = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(drawn, side, side, (given, widthPx, heightPx) => {
      const weights = layerOf(given);
      const seen = weights.region;
      const region = weightedRegion(weights);
      const places = region && placesOf(region, seen, { widthPx, heightPx });
      reducedLayer(weights, seen, widthPx, heightPx).forEach((weight, at) => {
        const isInside = places !== null && isWithin(at % widthPx, Math.floor(at / widthPx), places);
        if (weight > 0) expect(isInside).toBe(true);
      });
    }),
    { numRuns: 200, seed: 12 },
  );
});

test('a region is small where the weights are, and nothing where they are beside what is seen', () => {
  const samples = new Uint8Array(100 * 100);
  samples.fill(255, 50 * 100 + 40, 50 * 100 + 50);
  const weights = layerOver({ widthPx: 100, heightPx: 100, samples }, { widthPx: 1000, heightPx: 1000 });
  const region = { leftPx: 390, topPx: 490, widthPx: 120, heightPx: 30 };
  expect(weightedRegion(weights)).toEqual(region);
  const size = { widthPx: 20, heightPx: 20 };
  expect(placesOf(region, { leftPx: 0, topPx: 0, widthPx: 1000, heightPx: 1000 }, size)).toEqual({
    leftPx: 6,
    topPx: 8,
    widthPx: 6,
    heightPx: 4,
  });
  expect(placesOf(region, { leftPx: 800, topPx: 0, widthPx: 100, heightPx: 1000 }, size)).toBeNull();
});
