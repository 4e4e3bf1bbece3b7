/**
 * Refined alpha against exact truth, with a refiner that knows the mean colours of both sides. Each recorded number is
 * what this test measured on 2026-11-22: run it with the number 0, and the failure prints today's.
 */
import { describe, expect, test } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import type { Networks } from '../networks/networks.ts';
import { proxyAtOnce } from '../networks/proxy.ts';
import { coarseOf, expectNoWorse, readAlpha, sad } from '../testing/golden.ts';
import { disc, drawScene, hairy, type Rgb, type Scene, textured } from '../testing/scenes.ts';
import { refine } from './refine.ts';

const sidePx = 160;
const mattePx = 40;
const tilePx = 64;
/** Pixels of a tile's side that its border share, a thirty-second, leaves out at either end. */
const borderPx = 2;

const front: Rgb = [60, 40, 30];
const back: Rgb = [180, 196, 208];
const scenes: Readonly<Record<string, Scene>> = {
  hair: scene(hairy(0.2, 0.42, 0.012, 36)),
  'a net': scene((x, y) => disc(0.3, 0.01)(x, y) * ((Math.floor(x * 32) + Math.floor(y * 32)) % 2)),
};

function scene(opacity: ReturnType<typeof disc>): Scene {
  const paints = { front: textured(front, 4, 20, 3), back: textured(back, 6, 6, 4) };
  return drawScene({ opacity, ...paints, noise: 1 }, sidePx);
}

/** Alpha by where a colour is between both sides; `garbage`, if given, in the border of each tile. */
function refiner(garbage: number | null): Networks {
  const span = front.map((value, channel) => value - back[channel]);
  const length = span.reduce((sum, value) => sum + value * value, 0);
  const answer = (data: Uint8Array, pixel: number) => {
    const [x, y] = [pixel % tilePx, Math.floor(pixel / tilePx) % tilePx];
    if (garbage !== null && Math.min(x, y, tilePx - 1 - x, tilePx - 1 - y) < borderPx) return garbage;
    const along = span.reduce((sum, value, channel) => sum + value * (data[pixel * 4 + channel] - back[channel]), 0);
    return 255 * Math.min(1, Math.max(0, along / length));
  };
  return {
    describe: async () => ({ inputs: [{ name: 'tiles', shape: [-1, tilePx, tilePx, 4] }], outputs: [] }),
    infer: async (_model, [{ data, shape }]) => [
      {
        name: 'alpha',
        datatype: 'UINT8',
        shape: shape.slice(0, 3),
        data: Uint8Array.from({ length: data.length / 4 }, (_, pixel) => answer(data, pixel)),
      },
    ],
  };
}

async function refined({ picture, ...scene }: Scene, networks: Networks) {
  const layer = coarseOf({ picture, ...scene }, mattePx);
  const guide = proxyAtOnce(picture, mattePx, mattePx);
  const coarse = { layer, alpha: alphaOf(layer, guide), guided: true };
  const { alpha, layer: reduced } = await refine(picture, coarse, networks);
  return { coarse: readAlpha(picture, coarse.alpha), fine: readAlpha(picture, alpha), reduced: reduced.plane.samples };
}

describe('refined alpha, sum of absolute differences in pixels', () => {
  test.each<[string, number, number]>([
    ['hair', 68.197, 1.479],
    ['a net', 32.208, 0.765],
  ])('%s, at the size of the photo and of the matte', async (name, recorded, recordedReduced) => {
    const { coarse, fine, reduced } = await refined(scenes[name], refiner(null));
    const { alpha } = scenes[name];
    expect(sad(fine, alpha)).toBeLessThan(sad(coarse, alpha));
    expectNoWorse(sad(fine, alpha), recorded);
    expectNoWorse(sad(reduced, coarseOf(scenes[name], mattePx).plane.samples), recordedReduced);
  });
});

test.each([0, 255])('what a refiner says in the border of its tiles, here %i, is not seen', async (garbage) => {
  for (const scene of Object.values(scenes)) {
    const [clean, broken] = [await refined(scene, refiner(null)), await refined(scene, refiner(garbage))];
    expect(broken.fine).toEqual(clean.fine);
    expect(broken.reduced).toEqual(clean.reduced);
  }
});
