/**
 * A car's pictures against exact truth, with networks that see more than the car: a neighbour, a loose part, a hole in a
 * lamp, shade on a wall. Each recorded number is what this test measured on 2026-11-22: run it with the number 0, and the
 * failure prints today's.
 */
import { test } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import type { Networks, Tensor } from '../networks/networks.ts';
import { expectNoWorse, readRows, sad } from '../testing/golden.ts';
import { drawScene, type Paint, type Shape } from '../testing/scenes.ts';
import { carCutoutRows, shadowRows } from './compose.ts';
import { findCar } from './layers.ts';

const sidePx = 160;
const networkPx = 64;

/** 1 inside a rectangle, with an edge of so much. */
function box(left: number, top: number, right: number, bottom: number, soft = 0.004): Shape {
  return (x, y) => {
    const inside = Math.min(x - left, right - x, y - top, bottom - y);
    return Math.min(1, Math.max(0, inside / soft + 0.5));
  };
}

const cabin = box(0.32, 0.3, 0.66, 0.5);
const lower = box(0.2, 0.46, 0.8, 0.68);
const body: Shape = (x, y) => Math.max(cabin(x, y), lower(x, y));
const window = box(0.36, 0.34, 0.62, 0.45);
/** Opacity inside the outline. */
const glass: Shape = (x, y) => 1 - 0.6 * window(x, y);
/** Light that the ground loses, fading with distance from the wheels; also where the car hides it. */
const shade: Shape = (x, y) => 0.6 * Math.max(0, 1 - Math.hypot((x - 0.5) / 0.38, (y - 0.69) / 0.09) ** 2);

const lamp = box(0.24, 0.52, 0.29, 0.56);
const neighbour = box(0.84, 0.4, 1, 0.7);
/** A twentieth of the car, inside the detector's box. */
const loose = box(0.21, 0.32, 0.29, 0.4);
const wall = box(0.1, 0, 0.9, 0.36);
const seenBody: Shape = (x, y) => Math.max(body(x, y) * (1 - lamp(x, y)), neighbour(x, y), loose(x, y));
const seenShade: Shape = (x, y) => Math.max(shade(x, y), 0.03, 0.4 * wall(x, y));

/** Red and green say where a pixel of the photo is; blue separates the car from its background. */
const paint =
  (blue: number): Paint =>
  (x, y) => [x * 255, y * 255, blue];

function networks(): Networks {
  return {
    describe: async (model) => {
      const channels = { 'vehicle-detector': 3, matte: 3, 'car-parts': 5 }[model] ?? 4;
      return { inputs: [{ name: 'image', shape: [-1, networkPx, networkPx, channels] }], outputs: [] };
    },
    async infer(model, [{ data, shape }]) {
      const numbers = (name: string, values: number[]): Tensor => ({
        name,
        datatype: 'FP32',
        shape: [1, 1, values.length],
        data: Float32Array.from(values),
      });
      const plane = (name: string, seen: Shape): Tensor => {
        const samples = Uint8Array.from({ length: networkPx * networkPx }, (_, pixel) => {
          const [red, green] = data.subarray(pixel * shape[3]);
          return Math.round(255 * seen(red / 255, green / 255));
        });
        return { name, datatype: 'UINT8', shape: shape.slice(0, 3), data: samples };
      };
      if (model === 'vehicle-detector') {
        return [numbers('boxes', [0.2, 0.3, 0.8, 0.68]), numbers('scores', [0.9, 0, 0, 0])];
      }
      if (model === 'matte') return [plane('matte', seenBody)];
      if (model === 'car-parts') return [plane('car', body), plane('glass', window), plane('opacity', glass)];
      return [plane('shadow', seenShade)];
    },
  };
}

test('a car: sum of absolute differences of alpha and of shade, in pixels', async () => {
  const { picture, alpha } = drawScene({ opacity: body, front: paint(30), back: paint(220), noise: 0 }, sidePx);
  const layers = await findCar(picture, networks(), 'matte', { windows: true, shadow: true, view: false });
  const outline = alphaOf(layers.body, layers.colours);
  const cutout = (baked: boolean) => alphaOfRows(readRows(carCutoutRows(picture, layers, outline, baked)));

  const places = Array.from(alpha, (_, at) => [(at % sidePx) + 0.5, Math.floor(at / sidePx) + 0.5]);
  const car = places.map(([x, y], at) => alpha[at] * glass(x / sidePx, y / sidePx));
  const shadow = places.map(([x, y], at) => (255 - alpha[at]) * shade(x / sidePx, y / sidePx));
  expectNoWorse(sad(cutout(false), rounded(car)), 57.808);
  expectNoWorse(sad(cutout(true), rounded(car.map((value, at) => value + shadow[at]))), 160.538);
  // Behind the car's own opacity, the shadow alone has to be as dark as it is beside it.
  const apart = shadow.map((value, at) => (255 * value) / Math.max(1, 255 - car[at]));
  expectNoWorse(sad(readRows(shadowRows(picture, layers, outline)), rounded(apart)), 110.048);
});

function alphaOfRows(rgba: Uint8Array): Uint8Array {
  return rgba.filter((_, at) => at % 4 === 3);
}

function rounded(values: readonly number[]): Uint8Array {
  return Uint8Array.from(values, Math.round);
}
