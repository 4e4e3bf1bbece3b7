/** The whole work on one picture, with networks that answer at once. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Task } from '../contract/operations.ts';
import type { MatteSettings } from './matte-settings.ts';
import type { ByteTensor, Networks, Tensor } from './networks.ts';
import { framePicture } from './picture/frame.ts';
import { type Result, work } from './work.ts';

const [widthPx, heightPx] = [60, 40];
const sidePx = 32;
const bilinear: MatteSettings = { model: 'matte', upsampling: 'bilinear', refiner: false };
const cutout: Task = { kind: 'cutout', imageType: false, cleanEdges: false };

/** Red of a column: dark on the left, bright on the right. */
const red = (x: number) => (x < widthPx / 2 ? x : 180 + x);

/** Green rises downwards. */
function photo() {
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return [red(pixel % widthPx), Math.floor(pixel / widthPx) * 6, 90][at % 3];
  });
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
}

/** A matte that is soft from left to right: 0 up to a quarter, 255 from three quarters on. */
const ramp = (at: number) => 255 * Math.min(1, Math.max(0, (((at % sidePx) + 0.5) / sidePx) * 2 - 0.5));

function networks(alpha: (at: number) => number = ramp) {
  const asked: string[] = [];
  const plane = (name: string, { shape }: ByteTensor, value: (at: number) => number): Tensor => {
    const size = shape[0] * shape[1] * shape[2];
    return {
      name,
      datatype: 'UINT8',
      shape: shape.slice(0, 3),
      data: Uint8Array.from({ length: size }, (_, at) => value(at)),
    };
  };
  const numbers = (name: string, values: number[]): Tensor => ({
    name,
    datatype: 'FP32',
    shape: [1, values.length],
    data: Float32Array.from(values),
  });
  const answers: Readonly<Record<string, (input: ByteTensor) => Tensor[]>> = {
    matte: (input) => [plane('matte', input, alpha)],
    'image-type': () => [numbers('probabilities', [0.9, 0.1])],
    'vehicle-detector': () => [numbers('boxes', [0, 0, 1, 1]), numbers('scores', [0.9, 0, 0, 0])],
    'car-parts': (input) => [plane('car', input, ramp), plane('opacity', input, () => 255)],
    'car-shadow': (input) => [plane('shadow', input, () => 120)],
    'car-view': () => [numbers('view', [30, 10])],
    'matte-refiner': (input) => [plane('alpha', input, (at) => input.data[at * 4 + 3])],
  };
  const port: Networks = {
    async describe(model) {
      const channels = model.startsWith('car-') || model === 'matte-refiner' ? 4 : 3;
      return { inputs: [{ name: 'image', shape: [-1, sidePx, sidePx, channels] }], outputs: [] };
    },
    async infer(model, [input]) {
      asked.push(model);
      return answers[model](input);
    },
  };
  return { port, asked };
}

async function done(task: Task, settings = bilinear, { port, asked } = networks()) {
  const result = await work(photo(), port, settings, task);
  return {
    ...result,
    asked,
    png: await decoded(result.png),
    shadowPng: result.shadowPng && (await decoded(result.shadowPng)),
  };
}

async function decoded(png: Result['png']) {
  const pieces: Uint8Array[] = [];
  for await (const piece of png) pieces.push(piece);
  const image = sharp(Buffer.concat(pieces));
  const { channels } = await image.metadata();
  const { data, info } = await image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([widthPx, heightPx]);
  return { channels, samples: [...data], alpha: [...data].filter((_, at) => channels === 1 || at % 4 === 3) };
}

describe('a subject', () => {
  test('comes as a cutout whose alpha is the matte', async () => {
    const { png, subjectFound, shadowPng, asked } = await done(cutout);
    const matte = await done({ ...cutout, kind: 'matte' });
    expect([png.channels, matte.png.channels, subjectFound, shadowPng]).toEqual([4, 1, true, null]);
    expect(png.alpha).toEqual(matte.png.alpha);
    expect([Math.min(...png.alpha), Math.max(...png.alpha)]).toEqual([0, 255]);
    expect(asked).toEqual(['matte']);
  });

  test('keeps the colours of opaque pixels, and those of soft ones where they are not to be cleaned', async () => {
    const [kept, cleaned] = [await done(cutout), await done({ ...cutout, cleanEdges: true })];
    const row = { kept: kept.png.samples.slice(0, widthPx * 4), cleaned: cleaned.png.samples.slice(0, widthPx * 4) };
    for (let x = 0; x < widthPx; x++) {
      const alpha = kept.png.alpha[x];
      if (alpha > 0) expect(row.kept[x * 4]).toBe(red(x));
      if (alpha === 255) expect(row.cleaned[x * 4]).toBe(red(x));
    }
    expect(row.cleaned).not.toEqual(row.kept);
    expect(cleaned.png.alpha).toEqual(kept.png.alpha);
  });

  test('is drawn along the photo, or not, and refined, or not, as the settings want it', async () => {
    const plain = await done(cutout);
    const guided = await done(cutout, { ...bilinear, upsampling: 'guided' });
    const refined = await done(cutout, { ...bilinear, refiner: true });
    expect(guided.png.alpha).not.toEqual(plain.png.alpha);
    expect([plain, guided, refined].map(({ asked }) => asked.includes('matte-refiner'))).toEqual([false, false, true]);
  });

  test('that nobody finds is an empty cutout, and is called so', async () => {
    const { png, subjectFound } = await done(
      cutout,
      bilinear,
      networks(() => 0),
    );
    expect([subjectFound, Math.max(...png.samples)]).toEqual([false, 0]);
  });

  test('has an image type only where it is asked for', async () => {
    expect((await done(cutout)).imageType).toBeNull();
    const { imageType, asked } = await done({ ...cutout, imageType: true });
    expect(imageType).toEqual({ photo: 0.9, graphic: 0.1 });
    expect(asked.sort()).toEqual(['image-type', 'matte']);
  });
});

describe('a car', () => {
  const baked: Task = { kind: 'car-cutout', windows: true, shadow: true };

  test('comes in one picture with its shadow, or in two and with the view', async () => {
    const one = await done(baked);
    const two = await done({ ...baked, kind: 'car-layers' });
    expect([one.png.channels, one.shadowPng, one.view]).toEqual([4, null, null]);
    expect([two.png.channels, two.shadowPng?.channels, two.view]).toEqual([4, 1, { azimuth: 30, elevation: 10 }]);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(one.png.alpha)).toBeGreaterThan(sum(two.png.alpha));
  });

  test('has no shadow where none is wanted', async () => {
    const { shadowPng, asked } = await done({ ...baked, kind: 'car-layers', shadow: false });
    expect([shadowPng, asked.includes('car-shadow')]).toEqual([null, false]);
  });

  test('keeps the photo in every pixel that is seen', async () => {
    const { png } = await done({ ...baked, shadow: false });
    for (let x = 0; x < widthPx; x++) if (png.alpha[x] > 0) expect(png.samples[x * 4]).toBe(red(x));
  });
});
