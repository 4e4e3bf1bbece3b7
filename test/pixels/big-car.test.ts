/**
 * A small car in a picture far beyond an isolate: seen at its own resolution, given back in the full frame. At a push the
 * plainest answer is of 48 megapixels, and the one that keeps most is as large as an isolate takes.
 */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import { inProject } from '../../src/local/root.ts';
import { plan } from '../../src/pixels/pipeline/plan/plan.ts';
import { probe } from '../../src/pixels/pipeline/probe/probe.ts';
import { deep } from '../../testing/depth.ts';
import type { Answer } from '../../testing/http-message.ts';
import {
  canMeasure,
  cannotMeasure,
  findLaneChild,
  findWorkerd,
  growthDuring,
  residentBytes,
} from '../../testing/memory.ts';
import { channelOf, readSamples } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { filePart, jsonCall, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, type StackSettings, startStack } from '../stack.ts';

const folder = 'test/fixtures/cars';
/** The plainest answer, and the one that keeps the most. */
const operations = ['car-image-without-background', 'car-layers-base64'] as const satisfies readonly OperationName[];
const keepsMost = operations.slice(-1);
/** What a 128 MB isolate may take for one request, the file in it included. */
const isolateBytes = 96 * 1024 * 1024;

/** What the default matte network sees of a picture. */
const matteSidePx = 1024;
const isolateMiB = isolateBytes / 2 ** 20;

type Options = Readonly<Record<string, string>>;
const silhouette: Options = { reconstruct_windows: 'false', shadow_type: 'none' };

/** Starts the service of a block. @returns a call with a JPEG, which must succeed in the memory of an isolate */
function declareCars(settings: StackSettings) {
  let stack: Stack;
  let key: string;
  beforeAll(async () => {
    stack = await startStack(settings);
    ({ key } = await stack.createKey());
    // What a request takes is measured, not the code that the first one loads.
    const small = filePart(readFileSync(inProject(`${folder}/coupe.jpg`)));
    const path = '/v1.0/car-image-without-background';
    expect((await sendWithFetch(stack.base, multipartCall(path, key, [small]))).status).toBe(200);
  });
  afterAll(() => stack.stop());

  const send = async (name: OperationName, photo: Buffer, options: Options = {}) => {
    const { path, encoding } = operationNamed(name);
    const parts = Object.entries(options).map(([option, content]) => ({ name: option, content }));
    const call =
      encoding === 'json'
        ? jsonCall(path, key, { image_base64: photo.toString('base64'), ...options })
        : multipartCall(path, key, [filePart(photo), ...parts]);
    const work = () => sendWithFetch(stack.base, call);
    const { result, bytes } = canMeasure ? await growthDuring(findWorkerd(), work) : { result: await work(), bytes: 0 };
    expect(result.status, result.body.toString('utf8', 0, 300)).toBe(200);
    expect(bytes).toBeLessThan(isolateBytes);
    return { answer: result, grownMiB: Math.round(bytes / 2 ** 20) };
  };
  return { send, laneChild: () => findLaneChild(stack.inference.child.pid) };
}

/** The pictures of an answer: the cutout, and the shadow where it comes apart. */
function pngsOf(name: OperationName, { body }: Answer): Buffer[] {
  if (operationNamed(name).encoding === 'multipart') return [body];
  const members = JSON.parse(body.toString()) as Record<string, unknown>;
  const { img_without_background_base64: cutout, shadow_base64: shadow } = members;
  return [cutout, shadow].filter((text) => typeof text === 'string').map((text) => Buffer.from(text, 'base64'));
}

/** The render as a JPEG of that size. */
function carPhoto(widthPx: number, heightPx: number): Promise<Buffer> {
  const options = { fit: 'fill', kernel: 'cubic' } as const;
  return sharp(inProject(`${folder}/coupe.jpg`))
    .resize(widthPx, heightPx, options)
    .jpeg({ quality: 90 })
    .toBuffer();
}

describe('on shipped networks', () => {
  const { send } = declareCars({ models: 'real' });

  describe('a JPEG of 48 megapixels, 2 % of it a car', () => {
    const widthPx = 8000;
    const heightPx = 6000;
    /** The render in it, enlarged. */
    const scale = 3.5;
    const place = { left: 4321, top: 2345, width: 720 * scale, height: 540 * scale };
    let photo: Buffer;
    let outlined: Buffer;

    beforeAll(async () => {
      // The surroundings continue the render's border, as ground and sky would.
      photo = await sharp(await carPhoto(place.width, place.height))
        .extend({
          left: place.left,
          top: place.top,
          right: widthPx - place.left - place.width,
          bottom: heightPx - place.top - place.height,
          extendWith: 'copy',
        })
        .jpeg({ quality: 90 })
        .toBuffer();
    });

    const layers: [OperationName, Options] = ['car-layers-base64', {}];
    test.each<[OperationName, Options]>([['car-image-without-background', silhouette], ...(deep ? [layers] : [])])(
      'gives its full size through %s, with %j',
      async (name, options) => {
        const { answer, grownMiB } = await send(name, photo, options);
        console.log(`car in 48 megapixels, ${name}: workerd grew by ${grownMiB} of ${isolateMiB} MiB`);
        const [cutout, ...shadow] = pngsOf(name, answer);
        expect(readPngHeader(cutout)).toEqual({ widthPx, heightPx, bitDepth: 8, colourType: 6 });
        const grey = { widthPx, heightPx, bitDepth: 8, colourType: 0 };
        expect(shadow.map(readPngHeader)).toEqual(name === 'car-layers-base64' ? [grey] : []);
        if (options === silhouette) outlined = cutout;
      },
    );

    test('has the car where it is, with the edge of its own pixels, and nothing else', async () => {
      const alpha = await sharp(outlined).extract(place).extractChannel(3).raw().toBuffer();
      const layers = await readSamples(readFileSync(inProject(`${folder}/coupe-layers.png`)));
      const outline = channelOf(layers, 0);
      const render = { width: layers.widthPx, height: layers.heightPx };
      const truth = await resized(outline, render, place);
      let both = 0;
      let either = 0;
      let sum = 0;
      for (let pixel = 0; pixel < alpha.length; pixel++) {
        both += Number(alpha[pixel] >= 128 && truth[pixel] >= 128);
        either += Number(alpha[pixel] >= 128 || truth[pixel] >= 128);
        sum += alpha[pixel];
      }
      console.log(`car in 48 megapixels: intersection over union ${(both / either).toFixed(3)}`);
      expect(both / either).toBeGreaterThan(0.95);
      const { channels } = await sharp(outlined).stats();
      expect(channels[3].sum - sum).toBeLessThan(sum * 0.001);

      // The sharpest that a pass over the whole picture could give: the truth itself, as the network sees a whole picture.
      const seen = {
        width: Math.round((place.width * matteSidePx) / widthPx),
        height: Math.round((place.height * matteSidePx) / heightPx),
      };
      const whole = await resized(await resized(outline, render, seen), seen, place);
      const [own, coarse] = [edgeWidth(alpha, place.width), edgeWidth(whole, place.width)];
      console.log(`its edge is ${own.toFixed(1)} pixels wide; as part of the whole at least ${coarse.toFixed(1)}`);
      expect(own).toBeLessThan(coarse);
    });
  });

  describe('the largest lossless WebP of a car that an isolate takes', () => {
    const [widthPx, heightPx] = [2850, 2136];
    let photo: Buffer;
    beforeAll(async () => {
      photo = await sharp(await carPhoto(widthPx, heightPx))
        .webp({ lossless: true, effort: 0 })
        .toBuffer();
      expect(plan(probe(photo)).lane).toBe('edge');
      expect(plan({ ...probe(photo), widthPx: widthPx + 60 }).lane).toBe('image');
    });

    test.each(deep ? operations : keepsMost)('is worked on at the edge by %s', async (name) => {
      const { answer, grownMiB } = await send(name, photo);
      console.log(`car of 6.1 megapixels, ${name}: workerd grew by ${grownMiB} of ${isolateMiB} MiB`);
      expect(answer.headers.get('Server-Timing')).not.toContain('image-lane');
      const size = { widthPx, heightPx };
      for (const png of pngsOf(name, answer)) expect(readPngHeader(png)).toMatchObject(size);
    });
  });
});

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** A grey picture at another size. */
function resized(data: Buffer, { width, height }: Sides, to: Sides): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** How wide an edge is: pixels neither opaque nor clear, for each pixel of the outline. */
function edgeWidth(alpha: Buffer, widthPx: number): number {
  let soft = 0;
  let outline = 0;
  for (let at = widthPx; at < alpha.length; at++) {
    if (alpha[at] > 25 && alpha[at] < 230) soft++;
    const solid = alpha[at] >= 128;
    if (solid !== alpha[at - 1] >= 128 || solid !== alpha[at - widthPx] >= 128) outline++;
  }
  return soft / outline;
}

/** What each call keeps shows after many: at the deep level. */
if (deep) {
  describeWith(cannotMeasure, 'no frame of a car stays in memory', () => {
    const { send, laneChild } = declareCars({});

    test('of workerd, call after call', async () => {
      const [widthPx, heightPx] = [2850, 2136];
      const photo = await carPhoto(widthPx, heightPx);
      const levels: number[] = [];
      for (let call = 0; call < 16; call++) {
        const { answer } = await send('car-layers-base64', photo);
        // What an earlier call had kept of the budget would send this one to the image lane.
        expect(answer.headers.get('Server-Timing')).not.toContain('image-lane');
        levels.push(residentBytes(findWorkerd()));
      }
      // One level alone may hold the garbage of four pictures. The least of four does not, but all hold what stays.
      const keptBytes = Math.min(...levels.slice(-4)) - Math.min(...levels.slice(0, 4));
      const [kept, ...inMiB] = [keptBytes, ...levels].map((bytes) => Math.round(bytes / 2 ** 20));
      console.log(`cars of 6.1 megapixels: workerd had ${inMiB.join(', ')} MiB and kept ${kept}`);
      // A frame that stayed of each call would be twelve by now.
      expect(keptBytes).toBeLessThan(6 * widthPx * heightPx * 4);
    });

    test('of the image lane', async () => {
      const [small, photo] = [await carPhoto(2910, 2190), await carPhoto(5600, 4200)];
      const moreBytes = (5600 * 4200 - 2910 * 2190) * 3;
      // Code and heaps grow with the first pictures, whatever their size.
      for (let call = 0; call < 3; call++) await send('car-image-without-background', small);
      const before = residentBytes(laneChild());
      for (let call = 0; call < 2; call++) await send('car-image-without-background', photo);
      const kept = () => residentBytes(laneChild()) - before;
      await expect.poll(kept).toBeLessThan(moreBytes * 0.75);
    });
  });
}
