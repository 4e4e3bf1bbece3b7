/**
 * The choice of passes against exact truth, with networks that fail in the ways that real ones do. Each recorded number is
 * what this test measured on 2026-11-24: run it with the number 0, and the failure prints today's.
 */
import { expect, test } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import type { ByteTensor, Networks } from '../networks/networks.ts';
import { expectNoWorse, readAlpha, sad } from '../testing/golden.ts';
import { disc, drawScene, type Paint, pane, type Shape } from '../testing/scenes.ts';
import { findSubject } from './subject.ts';

const sidePx = 128;
const firstPx = 64;
const lowPx = 48;
const chooserPx = 32;
const passes = {
  low: { model: 'low', chooser: { model: 'chooser', whenUnknown: 0.1 } },
  closeUp: { whenSmaller: 0.6, whenUnknown: 0.1 },
};

/** Red and green say where a pixel of the photo is, so that a network knows it in any part at any size. */
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
 * Networks that see a subject in their own way at the full pass, at the low one and at the close one. The chooser takes the low
 * one where the first hesitates, and nothing where the low one sees haze.
 */
function networksOf(opacity: Shape, first: Sight, low: Sight, close: Sight): Networks {
  const sides: Readonly<Record<string, number>> = { low: lowPx, chooser: chooserPx };
  let made = 0;
  return {
    describe: async (model) => {
      const size = sides[model] ?? firstPx;
      const inputs = [{ name: 'image', shape: [-1, size, size, model === 'chooser' ? 5 : 3] }];
      return { inputs, outputs: [], ...(model in sides ? {} : { passes }) };
    },
    async infer(model, [{ data, shape }]) {
      if (model === 'chooser') return sharesOf(data);
      const sight = model === 'low' ? low : made++ === 0 ? first : close;
      const samples = Uint8Array.from({ length: data.length / 3 }, (_, pixel) => {
        const [x, y] = [data[pixel * 3] / 255, data[pixel * 3 + 1] / 255];
        return Math.round(255 * sight(opacity(x, y), x, y));
      });
      return [{ name: 'matte', datatype: 'UINT8', shape: shape.slice(0, 3), data: samples }];
    },
  };
}

/** Shares of places that see red, green and blue, the full pass and the low one. */
function sharesOf(seen: Uint8Array): ByteTensor[] {
  const shape = [1, chooserPx, chooserPx];
  const map = (name: string, taken: (first: number, low: number) => boolean): ByteTensor => ({
    name,
    datatype: 'UINT8',
    shape,
    data: Uint8Array.from({ length: chooserPx ** 2 }, (_, at) => (taken(seen[at * 5 + 3], seen[at * 5 + 4]) ? 255 : 0)),
  });
  const isSolid = (first: number, low: number) => first < 200 && low >= 200;
  const isHaze = (first: number, low: number) => first < 20 && low >= 20 && low < 200;
  return [map('coarse', isSolid), map('nothing', isHaze), map('everything', () => false)];
}

const large = disc(0.36, 0.03);
const small = disc(0.15, 0.02);
/** Sum of absolute differences of alpha in pixels, of a picture of 128 × 128. */
test.each<[string, 'mixed' | 'close', Shape, readonly [Sight, Sight, Sight], number]>([
  ['a low pass gives back what the first one lost', 'mixed', large, [halfLost, exact, halfLost], 195.929],
  ['haze of the low pass is left out', 'mixed', large, [exact, hazed, exact], 68.784],
  ['a full pass that knows enough stays as it is', 'mixed', large, [exact, exact, solid], 71.906],
  ['a close-up pass at a small subject is taken', 'close', small, [faint, faint, exact], 29.318],
  ['a close-up pass that takes glass for solid is not', 'mixed', pane(0.15), [exact, exact, solid], 358.196],
])('%s: %s', async (_, taken, opacity, sights, recorded) => {
  const { picture, alpha } = drawScene({ opacity, front: place, back: place, noise: 0 }, sidePx);
  const { layer } = await findSubject(picture, networksOf(opacity, ...sights), 'matte');
  expect(layer.region.widthPx < sidePx ? 'close' : 'mixed').toBe(taken);
  expectNoWorse(sad(readAlpha(picture, alphaOf(layer)), alpha), recorded);
});
