/** Where tiles are, and that their weights leave nothing out. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LayerSampler, layerOver } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import type { Region } from '../plane/region.ts';
import { type Band, findBand } from './band.ts';
import { refinedAlpha } from './refined-alpha.ts';
import { planTiles, type TilePlan } from './tiles.ts';

/** A matte of `size` × `size` from a function of 0 to 1. */
function matteOf(size: number, alpha: (x: number, y: number) => number): Matte {
  const at = (i: number) => alpha(((i % size) + 0.5) / size, (Math.floor(i / size) + 0.5) / size);
  return { widthPx: size, heightPx: size, samples: Uint8Array.from({ length: size * size }, (_, i) => at(i)) };
}

const disc = (size: number) => matteOf(size, (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.3 ? 255 : 0));
const plain = (value: number) => matteOf(8, () => value);

/** The band of a matte, all of it equally unknown. */
function bandOf(matte: Matte): Band | null {
  return findBand(matte, { ...matte, samples: new Uint8Array(matte.samples.length).fill(1) });
}

function planFor(matte: Matte, widthPx: number, heightPx: number, most = 32): TilePlan | null {
  const band = bandOf(matte);
  return band && planTiles(layerOver(matte, { widthPx, heightPx }), band, 256, most);
}

const isSame = (one: Region, other: Region) => isWithin(one, other) && isWithin(other, one);

function isWithin(inner: Region, outer: Region): boolean {
  return (
    inner.leftPx >= outer.leftPx &&
    inner.topPx >= outer.topPx &&
    inner.leftPx + inner.widthPx <= outer.leftPx + outer.widthPx &&
    inner.topPx + inner.heightPx <= outer.topPx + outer.heightPx
  );
}

describe('the band of a matte', () => {
  test.each([0, 5, 250, 255])('is not there where all is %i', (value) => {
    expect(bandOf(plain(value))).toBeNull();
  });

  test('is all of a matte that is half', () => {
    expect(bandOf(plain(128))?.unknown.every((cell) => cell === 1)).toBe(true);
  });

  test('is where alpha jumps, without a soft pixel between', () => {
    const samples = Uint8Array.of(0, 0, 255, 0, 0, 255);
    expect(bandOf({ widthPx: 3, heightPx: 2, samples })).toEqual({
      columns: 4,
      rows: 3,
      unknown: Uint8Array.of(0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0),
    });
  });
});

describe('tiles', () => {
  test('are at the scale of the picture where they are few', () => {
    const plan = planFor(disc(64), 1000, 700);
    expect(plan).toMatchObject({ sidePx: 256, complete: true });
    expect(plan?.tiles.every((tile) => tile.widthPx === 256 && tile.heightPx === 256)).toBe(true);
    expect(plan?.tiles.every(({ core, seen }) => isSame(core, seen))).toBe(true);
    expect(plan?.tiles.length).toBeLessThan(5 * 4);
  });

  test('leave out what is certain', () => {
    const speck = matteOf(128, (x, y) => (x < 0.1 && y < 0.1 ? 255 : 0));
    expect(planFor(speck, 4000, 4000)?.tiles).toHaveLength(3);
  });

  test('are of several scales where they would be too many, with the most unknown pixels at its own scale', () => {
    const plan = planFor(disc(64), 4000, 4000);
    const scales = plan?.tiles.map(({ seen, widthPx }) => seen.widthPx / widthPx) ?? [];
    expect(plan?.complete).toBe(true);
    expect(scales.length).toBeGreaterThan(28);
    expect(scales.length).toBeLessThanOrEqual(32);
    expect(new Set(scales)).toEqual(new Set([1, 2]));
    // One corner is unknown all over, the rest along a line.
    const corner = matteOf(64, (x, y) => (x < 0.12 && y < 0.12 ? 128 : Math.hypot(x - 0.5, y - 0.5) < 0.3 ? 255 : 0));
    const inCorner =
      planFor(corner, 4000, 4000)?.tiles.filter(({ core }) => core.leftPx < 400 && core.topPx < 400) ?? [];
    expect(inCorner.map(({ seen }) => seen.widthPx)).toEqual([256, 256, 256, 256]);
  });

  test('show no less than the matte has: of what would be coarser the tiles with the fewest unknown pixels are left out', () => {
    const all = { ...disc(1024), samples: new Uint8Array(1024 * 1024).fill(128) };
    const plan = planFor(all, 2000, 1100);
    expect(plan).toMatchObject({ complete: false });
    expect(plan?.tiles).toHaveLength(32);
    expect(plan?.tiles.every(({ seen }) => seen.widthPx === 256)).toBe(true);
    expect(planFor(all, 4000, 2200)).toMatchObject({ complete: false });
    expect(planFor(all, 4000, 2200)?.tiles.every(({ seen, widthPx }) => seen.widthPx === 2 * widthPx)).toBe(true);
    expect(planFor(disc(64), 1000, 1000, 1)?.tiles).toHaveLength(1);
  });

  test('with hardly an unknown pixel are left out, and count as known', () => {
    // Soft at the left, and at one pixel at the right.
    const part = (from: number) => matteOf(128, (x, y) => (x < from || (x > 0.99 && y > 0.99) ? 128 : 0));
    const planOf = (matte: Matte) => {
      const band = bandOf(matte);
      const unknown = band && { ...band, unknown: band.unknown.map((cell) => cell * 255) };
      return unknown && planTiles(layerOver(matte, { widthPx: 1000, heightPx: 1000 }), unknown, 256, 32, 0.02);
    };
    const plan = planOf(part(0.2));
    expect(plan).toMatchObject({ complete: true });
    expect(plan?.tiles.length).toBeGreaterThan(3);
    expect(plan?.tiles.every(({ core }) => core.leftPx < 500)).toBe(true);
    expect(planOf(part(0))).toBeNull();
  });

  test('a small layer is one, with as many samples as it has pixels', () => {
    const region = { leftPx: 0, topPx: 0, widthPx: 100, heightPx: 40 };
    expect(planFor(disc(64), 100, 40)).toEqual({
      sidePx: 256,
      complete: true,
      tiles: [{ core: region, seen: region, widthPx: 100, heightPx: 40 }],
    });
  });

  test('are in the region of their layer', () => {
    const region = { leftPx: 1000, topPx: 500, widthPx: 300, heightPx: 280 };
    const matte = disc(32);
    const band = bandOf(matte);
    const plan = band && planTiles({ plane: matte, region, outside: 0 }, band, 256, 32);
    const corners = plan?.tiles.map(({ core }) => `${core.leftPx},${core.topPx}`).sort();
    expect(corners).toEqual(['1000,500', '1000,524', '1044,500', '1044,524']);
  });

  test('have weights of 1 in all wherever alpha is unknown, stay in the picture and keep to their number', () => {
    const side = fc.integer({ min: 1, max: 400 });
    const tilePx = fc.constantFrom(16, 37, 64);
    const percent = fc.integer({ min: 0, max: 100 });
    let [planned, coarser] = [0, 0];
    fc.assert(
      fc.property(
        side,
        side,
        tilePx,
        fc.integer({ min: 1, max: 24 }),
        fc.tuple(percent, percent),
        (widthPx, heightPx, tile, size, [left, r]) => {
          const matte = matteOf(
            size,
            (x, y) => 255 * Math.min(1, Math.max(0, 3 * (r / 100 - Math.hypot(x - left / 100, y - 0.4)))),
          );
          const picture = { widthPx, heightPx };
          const layer = layerOver(matte, picture);
          const band = bandOf(matte);
          const plan = band && planTiles(layer, band, tile, 32);
          if (!plan) return;
          expect(plan.tiles.length).toBeGreaterThan(0);
          expect(plan.tiles.length).toBeLessThanOrEqual(32);
          for (const { core, seen, ...samples } of plan.tiles) {
            expect(isWithin(seen, { leftPx: 0, topPx: 0, widthPx, heightPx })).toBe(true);
            expect(isWithin(core, seen)).toBe(true);
            expect(Math.max(samples.widthPx, samples.heightPx)).toBeLessThanOrEqual(tile);
          }
          if (!plan.complete) return;
          planned++;
          if (plan.tiles.some(({ seen, ...samples }) => seen.widthPx > samples.widthPx)) coarser++;
          // Over coarse alpha of 0, refined alpha of 255 comes out as the sum of the weights.
          const all = { widthPx: 1, heightPx: 1, samples: Uint8Array.of(255) };
          const blendWeights = Uint8Array.of(255);
          const tiles = plan.tiles.map(({ core, seen }) => ({
            layer: { plane: all, region: seen, outside: 0 },
            core,
            blendWeights,
            guide: null,
          }));
          const nothing = { looksAtPicture: false, sampler: () => new LayerSampler(layerOver(plain(0), picture)) };
          const sampler = refinedAlpha(nothing, { sidePx: plan.sidePx, tiles }, picture).sampler();
          const coarse = new LayerSampler(layer);
          const row = new Uint8Array(widthPx);
          const weights = new Uint8Array(widthPx);
          for (let y = 0; y < heightPx; y++) {
            coarse.row(y, widthPx, row);
            sampler.row(y, widthPx, weights, new Uint8Array(0), 3);
            expect(row.every((alpha, x) => alpha <= 5 || alpha >= 250 || weights[x] === 255)).toBe(true);
          }
        },
      ),
      { numRuns: 300, seed: 11 },
    );
    expect(planned).toBeGreaterThan(150);
    expect(coarser).toBeGreaterThan(20);
  });
});
