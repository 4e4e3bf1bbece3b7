/** The golden answers that identify the version of the pipeline. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { operationNamed, type Task } from '../../../contract/operations.ts';
import type { Passes } from '../../../contract/passes/declaration.ts';
import type { MatteSettings } from '../networks/matte-settings.ts';
import type { Networks, Tensor } from '../networks/networks.ts';
import type { Encoders } from '../output/encoders.ts';
import type { Picture } from '../picture/picture.ts';
import { disc, drawScene, hairy, type Shape, textured } from '../testing/scenes.ts';
import { work } from '../work.ts';
import { goldenAnswers } from './version.ts';

const sidePx = 160;
const settings: MatteSettings = { model: 'matte', upsampling: 'guided', refiner: true, pointSegmenter: true };
const cutout = { kind: 'cutout', imageType: true, refine: true, cleanEdges: true } as const satisfies Task;
const matte = { kind: 'matte', imageType: true, refine: false } as const satisfies Task;
const shadowed = (shadow: string) => operationNamed('image-without-background').read(new Map([['shadow', shadow]]));
const percent = (value: number) => ({ value, unit: '%' }) as const;
const middle = { x: percent(50), y: percent(50) };
const points = { keep: [{ x: percent(20), y: percent(60) }], drop: [middle] };

/** Blue things on a red background; both are textured. */
const photoOf = (opacity: Shape, side = sidePx): Picture => {
  const [front, back] = [textured([60, 90, 190], 25, 9, 3), textured([180, 110, 60], 25, 7, 5)];
  return drawScene({ opacity, front, back, noise: 3 }, side).picture;
};
const hair = hairy(0.24, 0.34, 0.008, 40);
const beside =
  (shape: Shape, x: number): Shape =>
  (at, y) =>
    shape(at - x, y);
const two: Shape = (x, y) => Math.max(beside(disc(0.2, 0.02), -0.22)(x, y), beside(disc(0.2, 0.02), 0.26)(x, y));
const drawn = drawScene(
  { opacity: disc(0.3, 0.006), front: () => [200, 30, 60], back: () => [240, 240, 250], noise: 0 },
  sidePx,
).picture;

/** Sides of the input, and channels. */
const inputs: Readonly<Record<string, readonly [sidePx: number, channels: number]>> = {
  matte: [96, 3],
  medium: [72, 3],
  low: [48, 3],
  'pass-chooser': [32, 5],
  'matte-refiner': [64, 4],
  'image-type': [32, 3],
  'vehicle-detector': [32, 3],
  'car-parts': [64, 5],
  'car-shadow': [48, 4],
  'car-view': [32, 4],
  'point-segmenter': [1024, 3],
};
const passes: Passes = {
  medium: { model: 'medium', whenUnknown: 0.02 },
  low: { model: 'low', chooser: { model: 'pass-chooser', whenUnknown: 0.01 } },
  closeUp: { whenSmaller: 0.9, whenUnknown: 0.01 },
};

/** One value of 0 to 255 for a pixel of the input. */
type Formula = (pixel: Uint8Array, at: number) => number;
const blueness =
  (unknown: number): Formula =>
  ([red, , blue], at) =>
    128 + (blue - red) * 2 * (1 - unknown * (((at * 7) % 13) / 13));

/** A part for any point: a disc around it, soft at its edge. */
function discAround(points: Uint8Array): Tensor {
  const [x, y] = [points[0] * 4 + points[1] / 64, points[2] * 4 + points[3] / 64];
  const data = Uint8Array.from({ length: 256 * 256 }, (_, at) => {
    const away = Math.hypot((at % 256) * 4 + 2 - x, Math.floor(at / 256) * 4 + 2 - y);
    return Math.min(255, Math.max(0, (140 - away) * 20 + 128));
  });
  return { name: 'masks', datatype: 'UINT8', shape: [1, 1, 256, 256], data };
}

/** Networks that are formulas of what they are shown. @param photo what the classifier says */
function networksOf(photo: number): Networks {
  return {
    async describe(model) {
      const [side, channels] = inputs[model];
      const input = { name: 'image', shape: [-1, side, side, channels] };
      return { inputs: [input], outputs: [], ...(model === 'matte' && { passes }) };
    },
    async infer(model, given) {
      const [{ shape, data }] = given;
      const channels = inputs[model][1];
      const map = (name: string, formula: Formula): Tensor => ({
        name,
        datatype: 'UINT8',
        shape: shape.slice(0, 3),
        data: new Uint8Array(
          Uint8ClampedArray.from({ length: data.length / channels }, (_, at) =>
            formula(data.subarray(at * channels, (at + 1) * channels), at),
          ).buffer,
        ),
      });
      const numbers = (name: string, values: number[], width = values.length): Tensor => ({
        name,
        datatype: 'FP32',
        shape: [1, values.length / width, width],
        data: Float32Array.from(values),
      });
      switch (model) {
        case 'point-segmenter':
          return [discAround(given[1].data)];
        case 'image-type':
          return [numbers('probabilities', [photo, 1 - photo])];
        case 'vehicle-detector':
          return [numbers('boxes', [0.2, 0.2, 0.8, 0.8]), numbers('scores', [0.9, 0, 0, 0])];
        case 'car-view':
          return [numbers('view', [30, 5])];
        case 'car-parts':
          return [
            map('opacity', ([red, green]) => 255 - (red + green) / 4),
            map('glass', ([, green]) => green),
            map('car', ([, , , matte]) => matte),
          ];
        case 'car-shadow':
          return [map('shadow', ([red, , , body]) => 255 - red / 2 - body / 4)];
        case 'pass-chooser':
          return [
            map('coarse', ([, , , first, coarse]) => 128 + coarse - first),
            map('nothing', ([red]) => red / 2),
            map('everything', ([, , blue]) => blue / 3),
          ];
        case 'matte-refiner':
          return [map('alpha', ([red, , blue, alpha]) => (alpha + 128 + (blue - red) * 2) / 2)];
        default:
          return [map('matte', blueness(model === 'matte' ? 0.9 : model === 'medium' ? 0.5 : 0.3))];
      }
    },
  };
}

/** Of what is asked for here, all is PNG. */
const encoders: Encoders = {
  jpeg: () => {
    throw new Error('Nobody asked for a JPEG');
  },
  webp: () => Promise.reject(new Error('Nobody asked for a WebP')),
};

/** The start of the SHA-256 over pixels, however they were compressed. */
async function digestOf(picture: Picture, task: Task, photo: number, wanted: MatteSettings): Promise<string> {
  const { encoded, shadowPng } = await work(picture, networksOf(photo), wanted, task, encoders);
  const hash = createHash('sha256');
  for (const png of [encoded, shadowPng]) {
    if (!png) continue;
    const { data, info } = await sharp(await new Response(png).arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    hash.update(`${info.width} ${info.height} ${info.channels}\n`).update(data);
  }
  return hash.digest('hex').slice(0, 12);
}

const answers: Readonly<Record<string, () => Promise<string>>> = {
  'hair, every pass, refined': () => digestOf(photoOf(hair), cutout, 0.98, settings),
  'hair, bilinear': () => digestOf(photoOf(hair), matte, 0.98, { ...settings, upsampling: 'bilinear' }),
  'a small photo': () => digestOf(photoOf(hair, 40), cutout, 0.98, settings),
  'one of two in a box': () =>
    digestOf(
      photoOf(two),
      { ...cutout, roi: { left: percent(0), top: percent(20), right: percent(55), bottom: percent(80) } },
      0.98,
      settings,
    ),
  'a shadow before a wall': () => digestOf(photoOf(hair), shadowed('drop'), 0.98, settings),
  'a shadow on the ground': () => digestOf(photoOf(hair), shadowed('contact'), 0.98, settings),
  'a drawing, by colour': () => digestOf(drawn, cutout, 0.01, settings),
  'a photo with points': () => digestOf(photoOf(hair), { ...cutout, points }, 0.98, settings),
  'a drawing with points': () => digestOf(drawn, { ...cutout, points: { keep: [], drop: [middle] } }, 0.01, settings),
  'a car': () =>
    digestOf(photoOf(disc(0.28, 0.02)), { kind: 'car-cutout', windows: true, shadow: true }, 0.98, settings),
  'a car in layers': () =>
    digestOf(photoOf(disc(0.28, 0.02)), { kind: 'car-layers', windows: true, shadow: true }, 0.98, settings),
};

test('golden answers are those of this version', async () => {
  const now = Object.fromEntries(
    await Promise.all(Object.entries(answers).map(async ([name, digest]) => [name, await digest()])),
  );
  expect(
    now,
    `Pixels have changed. If they should, write these into src/pixels/pipeline/version/version.ts: ${JSON.stringify(now)}`,
  ).toEqual(goldenAnswers);
});
