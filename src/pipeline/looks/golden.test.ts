/**
 * The choice of looks against exact truth, with networks that fail in the ways that real ones do. Each recorded number is
 * what this test measured on 2026-11-24: run it with the number 0, and the failure prints today's.
 */
import { expect, test } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import type { ByteTensor, Networks } from '../networks.ts';
import { expectNoWorse, readAlpha, sad } from '../testing/golden.ts';
import { disc, drawScene, type Paint, pane, type Shape } from '../testing/scenes.ts';
import { findSubject } from './subject.ts';

const sidePx = 128;
const firstPx = 64;
const coarsePx = 48;
const chooserPx = 32;
const passes = {
  low: { model: 'coarse', chooser: { model: 'chooser', whenUnknown: 0.1 } },
  closeUp: { whenSmaller: 0.6, whenUnknown: 0.1 },
};

/** Red and green say where a pixel of the photo lies, so that a network knows it in any part at any size. */
const place: Paint = (x, y) => [x * 255, y * 255, 128];

/** What a network makes of the true opacity, 0 to 1, at a place of the picture. */
type Sight = (truth: number, x: number, y: number) => number;
const exact: Sight = (truth) => truth;
/** Hesitates over the lower part of the subject. */
const halfLost: Sight = (truth, _x, y) => (y < 0.55 ? truth : truth * 0.35);
/** Sees haze on the right of the picture. */
const hazed: Sight = (truth, x) => (x > 0.8 ? Math.max(truth, 0.3) : truth);
/** Knows nothing for certain. */
const faint: Sight = (truth) => truth * 0.8;
/** Takes what one sees through for solid. */
const solid: Sight = (truth) => (truth > 0.2 ? 1 : 0);

/**
 * Networks that see a subject in their own way at the first look, at the coarse one and at the close one. The chooser takes the coarse
 * one where the first hesitates, and nothing where the coarse one sees haze.
 */
function networksOf(opacity: Shape, first: Sight, coarse: Sight, close: Sight): Networks {
  const sides: Readonly<Record<string, number>> = { coarse: coarsePx, chooser: chooserPx };
  let looks = 0;
  return {
    describe: async (model) => {
      const size = sides[model] ?? firstPx;
      const inputs = [{ name: 'image', shape: [-1, size, size, model === 'chooser' ? 5 : 3] }];
      return { inputs, outputs: [], ...(model in sides ? {} : { passes }) };
    },
    async infer(model, [{ data, shape }]) {
      if (model === 'chooser') return sharesOf(data);
      const sight = model === 'coarse' ? coarse : looks++ === 0 ? first : close;
      const samples = Uint8Array.from({ length: data.length / 3 }, (_, pixel) => {
        const [x, y] = [data[pixel * 3] / 255, data[pixel * 3 + 1] / 255];
        return Math.round(255 * sight(opacity(x, y), x, y));
      });
      return [{ name: 'matte', datatype: 'UINT8', shape: shape.slice(0, 3), data: samples }];
    },
  };
}

/** Shares of places that see red, green and blue, the first look and the coarse one. */
function sharesOf(seen: Uint8Array): ByteTensor[] {
  const shape = [1, chooserPx, chooserPx];
  const map = (name: string, taken: (first: number, coarse: number) => boolean): ByteTensor => ({
    name,
    datatype: 'UINT8',
    shape,
    data: Uint8Array.from({ length: chooserPx ** 2 }, (_, at) => (taken(seen[at * 5 + 3], seen[at * 5 + 4]) ? 255 : 0)),
  });
  const isSolid = (first: number, coarse: number) => first < 200 && coarse >= 200;
  const isHaze = (first: number, coarse: number) => first < 20 && coarse >= 20 && coarse < 200;
  return [map('coarse', isSolid), map('nothing', isHaze), map('everything', () => false)];
}

const large = disc(0.36, 0.03);
const small = disc(0.15, 0.02);
/** Sum of absolute differences of alpha in pixels, of a picture of 128 × 128. */
test.each<[string, 'mixed' | 'close', Shape, readonly [Sight, Sight, Sight], number]>([
  ['a coarse look gives back what the first one lost', 'mixed', large, [halfLost, exact, halfLost], 195.929],
  ['haze of the coarse look is left out', 'mixed', large, [exact, hazed, exact], 68.784],
  ['a first look that knows enough stays as it is', 'mixed', large, [exact, exact, solid], 71.906],
  ['a close look at a small subject is taken', 'close', small, [faint, faint, exact], 29.318],
  ['a close look that takes glass for solid is not', 'mixed', pane(0.15), [exact, exact, solid], 358.196],
])('%s: %s', async (_, taken, opacity, sights, recorded) => {
  const { picture, alpha } = drawScene({ opacity, front: place, back: place, noise: 0 }, sidePx);
  const { layer } = await findSubject(picture, networksOf(opacity, ...sights), 'matte');
  expect(layer.region.widthPx < sidePx ? 'close' : 'mixed').toBe(taken);
  expectNoWorse(sad(readAlpha(picture, alphaOf(layer)), alpha), recorded);
});
