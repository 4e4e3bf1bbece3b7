/**
 * Alpha and colours at edges against exact truth. Each recorded number is what this test measured on 2026-11-22, with the
 * code as it was when the test was written: run it with the number 0, and the failure prints today's.
 */
import { describe, expect, test } from 'vitest';
import { proxyAtOnce } from '../networks/proxy.ts';
import { layerOver } from '../plane/layer.ts';
import { cutoutRows } from '../rows/compose.ts';
import { coarseOf, expectNoWorse, readAlpha, readRows, sad } from '../testing/golden.ts';
import {
  disc,
  drawScene,
  hairy,
  type Paint,
  pane,
  type Rgb,
  type Scene,
  type Shape,
  textured,
} from '../testing/scenes.ts';
import { alphaOf } from './alpha-source.ts';
import { estimateColours } from './colours.ts';

const sidePx = 128;
/** A quarter of the picture's size, as that of a network is beside a photo of 16 megapixels. */
const mattePx = 32;

const warm: Rgb = [196, 120, 60];
const cold: Rgb = [40, 84, 150];
const scenes: Readonly<Record<string, Scene>> = {
  'a hard edge': scene(disc(0.33, 0.004), textured(warm, 30, 9, 1), textured(cold, 30, 11, 2)),
  hair: scene(hairy(0.22, 0.42, 0.012, 40), textured([60, 40, 30], 12, 20, 3), textured([170, 190, 205], 30, 6, 4)),
  'an edge out of focus': scene(disc(0.33, 0.12), textured(warm, 4, 5, 5), textured(cold, 40, 24, 6)),
  'a pane of glass': scene(pane(0.35), textured([150, 160, 160], 8, 4, 7), textured(cold, 36, 14, 8)),
  'hardly any contrast': scene(
    disc(0.33, 0.02),
    textured([104, 100, 96], 1, 6, 9),
    textured([92, 96, 99], 1, 6, 10),
    0,
  ),
};

function scene(opacity: Shape, front: Paint, back: Paint, noise = 2): Scene {
  return drawScene({ opacity, front, back, noise }, sidePx);
}

describe('alpha along the edges of the photo, sum of absolute differences in pixels', () => {
  test.each<[string, number]>([
    ['a hard edge', 29.675],
    ['hair', 148.098],
    ['an edge out of focus', 84.447],
    ['a pane of glass', 81.361],
    ['hardly any contrast', 164.051],
  ])('%s', (name, recorded) => {
    const { picture, alpha } = scenes[name];
    const layer = coarseOf(scenes[name], mattePx);
    const guided = readAlpha(picture, alphaOf(layer, proxyAtOnce(picture, mattePx, mattePx)));
    expectNoWorse(sad(guided, alpha), recorded);
  });
});

describe('colours of soft pixels, mean difference to the subject in levels, weighted by alpha', () => {
  test.each<[string, number]>([
    ['a hard edge', 2.562],
    ['hair', 2.253],
    ['an edge out of focus', 4.797],
    ['hardly any contrast', 0.246],
  ])('%s', (name, recorded) => {
    const { picture, alpha, front } = scenes[name];
    // Alpha is the truth, so that colours alone are measured.
    const truth = alphaOf(layerOver({ widthPx: sidePx, heightPx: sidePx, samples: alpha }, picture));
    const colours = estimateColours(coarseOf(scenes[name], mattePx), proxyAtOnce(picture, mattePx, mattePx));
    const error = colourError(readRows(cutoutRows(picture, truth, colours)), front);
    expectNoWorse(error, recorded);
    expect(error).toBeLessThan(colourError(readRows(cutoutRows(picture, truth)), front));
  });
});

test('a pane of glass keeps the colours of the photo: what is half transparent all over does not differ from unknown pixels', () => {
  const { picture, alpha } = scenes['a pane of glass'];
  const truth = alphaOf(layerOver({ widthPx: sidePx, heightPx: sidePx, samples: alpha }, picture));
  const colours = estimateColours(coarseOf(scenes['a pane of glass'], mattePx), proxyAtOnce(picture, mattePx, mattePx));
  expect(readRows(cutoutRows(picture, truth, colours))).toEqual(readRows(cutoutRows(picture, truth)));
});

function colourError(rgba: Uint8Array, front: Uint8Array): number {
  let [sum, weights] = [0, 0];
  for (let pixel = 0; pixel < rgba.length / 4; pixel++) {
    const alpha = rgba[pixel * 4 + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = 0; channel < 3; channel++) {
      sum += alpha * Math.abs(rgba[pixel * 4 + channel] - front[pixel * 3 + channel]);
      weights += alpha;
    }
  }
  return sum / weights;
}
