/** Which parts of a low pass count as limbs that the matte so far leaves out. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Layer } from '../plane/layer.ts';
import { matteOfPatches, type Patch } from '../testing/patches.ts';
import { addLimbs, type LowPass } from './limbs.ts';

/** Side of the low pass; the matte so far has twice as many pixels a side. */
const side = 128;
const region = { leftPx: 0, topPx: 0, widthPx: 640, heightPx: 480 };

const body: Patch = { left: 40, top: 20, width: 50, height: 90 };
/** A ninth of the body, joined to it along one side. */
const arm: Patch = { left: 90, top: 40, width: 25, height: 20 };

/** Patches on nothing, each pixel of the low pass `scale` pixels a side. */
function layerOf(scale: number, ...patches: readonly Patch[]): Layer {
  return { plane: matteOfPatches(side, scale, patches), region, outside: 0 };
}

/** A low pass of patches over a picture of one grey, but for darker patches. */
function passOf(patches: readonly Patch[], ...darker: readonly Patch[]): LowPass {
  const { plane } = layerOf(1, ...darker);
  return {
    layer: layerOf(1, ...patches),
    colours: Uint8Array.from({ length: side * side * 3 }, (_, at) => 200 - plane.samples[Math.floor(at / 3)]),
  };
}

const known = layerOf(2, body);
const alphaAt = ({ plane }: Layer, x: number, y: number) => plane.samples[2 * y * plane.widthPx + 2 * x];

describe('a limb', () => {
  test('is added where the low pass is sure of it, and nothing else changes', () => {
    const { layer, share } = addLimbs(known, passOf([body, arm]));
    expect(alphaAt(layer, 100, 50)).toBe(255);
    expect(share).toBeCloseTo(500 / 4500);
    const beside = ({ plane }: Layer) =>
      plane.samples.filter((_, at) => at % plane.widthPx < 2 * 86 || at < plane.widthPx * 2 * 20);
    expect(beside(layer)).toEqual(beside(known));
  });

  test.each<[string, Patch]>([
    ['left', { ...arm, left: 15 }],
    ['right', arm],
    ['above', { left: 50, top: 4, width: 25, height: 16 }],
    ['below', { left: 50, top: 110, width: 25, height: 16 }],
  ])('is added where it is joined to the %s side of the subject', (_, limb) => {
    expect(addLimbs(known, passOf([body, limb])).share).toBeGreaterThan(0);
  });

  test('makes the subject beside it as sure as the low pass is of it, and no other part', () => {
    const halfSure = layerOf(2, body, { left: 80, top: 20, width: 10, height: 90, alpha: 150 });
    const { layer } = addLimbs(halfSure, passOf([body, arm]));
    expect([alphaAt(layer, 85, 50), alphaAt(layer, 85, 105)]).toEqual([255, 150]);
  });

  test.each<[string, ...Patch[]]>([
    ['is thin', { ...arm, height: 12 }],
    ['is half transparent in the low pass', { ...arm, alpha: 215 }],
    ['is larger than a quarter of the subject', { ...arm, width: 33, height: 40 }],
    ['is beside the subject', { ...arm, left: 94 }],
    ['only touches it', { ...arm, left: 94 }, { left: 90, top: 45, width: 4, height: 5 }],
    ['comes from outside of the frame', { ...arm, width: 38, height: 14 }],
  ])('is not added where it %s', (_, ...patches) => {
    expect(addLimbs(known, passOf([body, ...patches]))).toEqual({ layer: known, share: 0 });
  });

  test.each([
    [30, true],
    [60, false],
  ])('that is %i darker than the subject is added: %s', (alpha, isAdded) => {
    const { share } = addLimbs(known, passOf([body, arm], { ...arm, alpha }));
    expect(share > 0).toBe(isAdded);
  });

  test('is added where it is lighter than the subject', () => {
    expect(addLimbs(known, passOf([body, arm], { ...body, alpha: 150 })).share).toBeGreaterThan(0);
  });

  test('is not added where the matte so far is half sure of it', () => {
    const halfSure = layerOf(2, body, { ...arm, alpha: 100 });
    expect(addLimbs(halfSure, passOf([body, arm])).layer).toBe(halfSure);
  });

  test('is not added where there is no subject', () => {
    const none = layerOf(2, { ...body, alpha: 100 });
    expect(addLimbs(none, passOf([body, arm])).layer).toBe(none);
  });

  test('is added to a matte of a part of the picture, as far as that reaches', () => {
    const part = { leftPx: 200, topPx: 75, widthPx: 300, heightPx: 338 };
    const samples = Uint8Array.from({ length: 120 * 180 }, (_, at) => (at % 120 < 100 ? 255 : 0));
    const close: Layer = { plane: { widthPx: 120, heightPx: 180, samples }, region: part, outside: 0 };
    const { layer } = addLimbs(close, passOf([body, arm]));
    expect(layer.region).toBe(part);
    expect([layer.plane.samples[60 * 120 + 115], layer.plane.samples[150 * 120 + 115]]).toEqual([255, 0]);
  });

  test('never takes anything away, whatever both say', () => {
    const planes = fc.tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 })).chain(([across, down]) =>
      fc.record({
        widthPx: fc.constant(across),
        heightPx: fc.constant(down),
        samples: fc.uint8Array({ minLength: across * down, maxLength: across * down }),
      }),
    );
    fc.assert(
      fc.property(planes, planes, (plane, low) => {
        const layer = { plane, region, outside: 0 };
        const found = addLimbs(layer, {
          layer: { plane: low, region, outside: 0 },
          colours: new Uint8Array(low.samples.length * 3),
        });
        expect(found.layer.plane.samples.every((alpha, at) => alpha >= plane.samples[at])).toBe(true);
        expect(found.share > 0).toBe(found.layer !== layer);
        expect(found.share).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });
});
