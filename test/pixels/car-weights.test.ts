/** The shipped networks on a render whose truth is known, a car that no training saw; and through both lanes. To tiny networks: `src/edge/calls/car-lanes.test.ts`. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { plan } from '../../src/pixels/pipeline/plan/plan.ts';
import { probe } from '../../src/pixels/pipeline/probe/probe.ts';
import { channelOf, encode, readSamples } from '../../testing/photos.ts';
import { jsonCall, sendWithFetch } from '../../testing/requests.ts';
import { postToLane } from '../lane.ts';
import { type Stack, startStack } from '../stack.ts';
import { carLanes, expectSame } from './car-answers.ts';
import { overHttp } from './outputs.ts';

const folder = 'test/fixtures/cars';
const truth = JSON.parse(readFileSync(inProject(`${folder}/coupe.json`), 'utf8')) as {
  azimuth: number;
  elevation: number;
};

const jpeg = readFileSync(inProject(`${folder}/coupe.jpg`));

let stack: Stack;
let key: string;
let members: Record<string, unknown>;
let cutout: Buffer;
let shadow: Buffer;
/** Red: silhouette, green: glass, blue: shadow. */
let layers: Buffer;

beforeAll(async () => {
  stack = await startStack({ models: 'real' });
  ({ key } = await stack.createKey());
  const image = jpeg.toString('base64');
  const answer = await sendWithFetch(stack.base, jsonCall('/v1.0/car-layers-base64', key, { image_base64: image }));
  expect(answer.status).toBe(200);
  members = JSON.parse(answer.body.toString()) as Record<string, unknown>;
  const png = (name: string) => readSamples(Buffer.from(String(members[name]), 'base64'));
  cutout = channelOf(await png('img_without_background_base64'), 3);
  shadow = channelOf(await png('shadow_base64'), 0);
  layers = await sharp(inProject(`${folder}/coupe-layers.png`))
    .removeAlpha()
    .raw()
    .toBuffer();
});
afterAll(() => stack.stop());

/** Mean over the pixels that the true layers choose. */
function mean(values: Buffer, chosen: (silhouette: number, glass: number, shade: number) => boolean): number {
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < values.length; pixel++) {
    if (!chosen(layers[pixel * 3], layers[pixel * 3 + 1], layers[pixel * 3 + 2])) continue;
    sum += values[pixel];
    count++;
  }
  return sum / count;
}

test('the car is whole and alone', () => {
  let both = 0;
  let either = 0;
  for (let pixel = 0; pixel < cutout.length; pixel++) {
    // Opened glass belongs to the car as well.
    const found = cutout[pixel] >= 128 || layers[pixel * 3 + 1] >= 128;
    const is = layers[pixel * 3] >= 128;
    both += Number(found && is);
    either += Number(found || is);
  }
  console.log(`coupe: intersection over union ${(both / either).toFixed(3)}`);
  expect(both / either).toBeGreaterThan(0.95);
});

test('glass is opened, the body is not', () => {
  const body = mean(cutout, (silhouette, glass) => silhouette === 255 && glass === 0);
  const glass = mean(cutout, (_, inGlass) => inGlass === 255);
  console.log(`coupe: mean alpha of the body ${body.toFixed(0)}, of glass ${glass.toFixed(0)}`);
  expect(body).toBeGreaterThan(245);
  expect(glass).toBeLessThan(body - 10);
});

test('the shadow is in its true place', () => {
  const dark = mean(shadow, (silhouette, _, shade) => silhouette === 0 && shade > 128);
  const light = mean(shadow, (silhouette, _, shade) => silhouette === 0 && shade < 10);
  console.log(`coupe: mean shadow ${dark.toFixed(0)} where it is dark, ${light.toFixed(0)} where it is light`);
  expect(dark).toBeGreaterThan(90);
  expect(light).toBeLessThan(15);
});

test('the view is within 15 degrees of the true one', () => {
  const view = members.view as { azimuth_deg: number; elevation_deg: number };
  console.log(`coupe: view ${JSON.stringify(view)}, true ${JSON.stringify(truth)}`);
  const apart = Math.abs(((view.azimuth_deg - truth.azimuth + 540) % 360) - 180);
  expect(apart).toBeLessThan(15);
  expect(Math.abs(view.elevation_deg - truth.elevation)).toBeLessThan(8);
});

const { throughService, throughImageLane } = carLanes(
  (call) => overHttp(stack.base, key)(call),
  (task, file) => postToLane(stack, task, file),
);

test('a car as a JPEG is the same from the edge and from the image lane', async () => {
  expect(plan(probe(jpeg)).lane).toBe('edge');
  expectSame(await throughService(jpeg), await throughImageLane(jpeg), 2);
});

test('a car as a TIFF is what its pixels are as a PNG at the edge', async () => {
  const file = await encode(await readSamples(jpeg), 'tiff');
  const pixels = await sharp(file).removeAlpha().png().toBuffer();
  expect([plan(probe(file)).lane, plan(probe(pixels)).lane]).toEqual(['image', 'edge']);
  expectSame(await throughService(file), await throughService(pixels), 0);
});
