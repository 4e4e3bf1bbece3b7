/**
 * The choice of looks against exact truth, with networks that fail in the ways that real ones do. Each recorded number is
 * what this test measured on 2026-11-22: run it with the number 0, and the failure prints today's.
 */
import { expect, test } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import type { Networks } from '../networks.ts';
import { expectNoWorse, readAlpha, sad } from '../testing/golden.ts';
import { disc, drawScene, type Paint, pane, type Shape } from '../testing/scenes.ts';
import { findSubject } from './subject.ts';

const sidePx = 128;
const firstPx = 64;
const secondPx = 48;
const secondLook = { model: 'second', whenUnknown: 0.2 };
const closeLook = { whenSmaller: 0.6, whenUnknown: 0.1 };

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

/** Networks that see a subject in their own way at the first look, at the second and at the close one. */
function networksOf(opacity: Shape, first: Sight, second: Sight, close: Sight): Networks {
  let looks = 0;
  return {
    describe: async (model) => {
      const size = model === 'second' ? secondPx : firstPx;
      const inputs = [{ name: 'image', shape: [-1, size, size, 3] }];
      return { inputs, outputs: [], ...(model === 'second' ? {} : { secondLook, closeLook }) };
    },
    async infer(model, [{ data, shape }]) {
      const sight = model === 'second' ? second : looks++ === 0 ? first : close;
      const samples = Uint8Array.from({ length: data.length / 3 }, (_, pixel) => {
        const [x, y] = [data[pixel * 3] / 255, data[pixel * 3 + 1] / 255];
        return Math.round(255 * sight(opacity(x, y), x, y));
      });
      return [{ name: 'matte', datatype: 'UINT8', shape: shape.slice(0, 3), data: samples }];
    },
  };
}

const large = disc(0.36, 0.03);
const small = disc(0.15, 0.02);
/** Sum of absolute differences of alpha in pixels, of a picture of 128 × 128. */
test.each<[string, 'first' | 'second' | 'close', Shape, readonly [Sight, Sight, Sight], number]>([
  ['a second look finds what the first one lost', 'second', large, [halfLost, exact, halfLost], 110.228],
  ['a second look that adds haze is not taken', 'first', large, [halfLost, hazed, halfLost], 1850.063],
  ['a second look that knows as little is not taken', 'first', large, [halfLost, halfLost, halfLost], 1850.063],
  ['a first look that knows enough is the only one', 'first', large, [exact, solid, solid], 71.342],
  ['a close look at a small subject is taken', 'close', small, [faint, faint, exact], 29.318],
  ['a close look that takes glass for solid is not', 'first', pane(0.15), [exact, exact, solid], 346.275],
])('%s: the %s', async (_, taken, opacity, sights, recorded) => {
  const { picture, alpha } = drawScene({ opacity, front: place, back: place, noise: 0 }, sidePx);
  const { layer } = await findSubject(picture, networksOf(opacity, ...sights), 'matte');
  const isPart = layer.region.widthPx < sidePx;
  expect(layer.plane.widthPx === secondPx ? 'second' : isPart ? 'close' : 'first').toBe(taken);
  expectNoWorse(sad(readAlpha(picture, alphaOf(layer)), alpha), recorded);
});
