/** A car through both lanes: the same cutout, the same shadow and the same view, whatever file it comes in. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CarSwitches } from '../../src/contract/operations/car-cutout.ts';
import type { CarView } from '../../src/pipeline/car/layers.ts';
import { plan } from '../../src/pipeline/plan.ts';
import { probe } from '../../src/pipeline/probe/probe.ts';
import { readLaneAnswer } from '../../src/protocol/lane/answer.ts';
import { inProject } from '../../src/start/root.ts';
import { channelOf, encode, readSamples, type Samples } from '../../testing/photos.ts';
import { jsonCall, sendWithFetch } from '../../testing/requests.ts';
import { toleranceOf } from '../fixtures/pictures/tolerances.ts';
import { postToLane } from '../lane.ts';
import { type Stack, type StackSettings, startStack } from '../stack.ts';

interface CarAnswer {
  /** RGBA. */
  readonly cutout: Samples;
  readonly shadow: Samples | null;
  readonly view: CarView | null;
}

type CarOptions = CarSwitches;
const defaults: CarOptions = { windows: true, shadow: true };

/** Starts the service of a block, and the two ways of a picture through it. */
function declareLanes(settings: StackSettings) {
  let stack: Stack;
  let key: string;
  beforeAll(async () => {
    stack = await startStack(settings);
    ({ key } = await stack.createKey({ credits: 1000, rate: 10_000 }));
  });
  afterAll(() => stack.stop());

  return {
    /** Through operation 7, on the lane that the picture's header asks for. */
    async throughService(file: Buffer, { windows, shadow } = defaults): Promise<CarAnswer> {
      const body = {
        image_base64: file.toString('base64'),
        reconstruct_windows: windows,
        shadow_type: shadow ? 'ai' : 'none',
      };
      const answer = await sendWithFetch(stack.base, jsonCall('/v1.0/car-layers-base64', key, body));
      expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
      const members = JSON.parse(answer.body.toString()) as Record<string, string> & {
        view: { azimuth_deg: number; elevation_deg: number };
      };
      const { img_without_background_base64: cutout, shadow_base64: shade, view } = members;
      return {
        cutout: await readSamples(Buffer.from(cutout, 'base64')),
        shadow: shade === undefined ? null : await readSamples(Buffer.from(shade, 'base64')),
        view: { azimuth: view.azimuth_deg, elevation: view.elevation_deg },
      };
    },

    /** Straight to the image lane, also what would go to the edge. */
    async throughImageLane(file: Buffer, { windows, shadow } = defaults): Promise<CarAnswer> {
      const response = await postToLane(stack, { kind: 'car-layers', windows, shadow }, file);
      const { encoded, shadowPng, view } = await readLaneAnswer(response);
      expect(shadowPng !== null).toBe(shadow);
      const cutout = await readSamples(await bytesOf(encoded));
      return { cutout, shadow: shadowPng && (await readSamples(await bytesOf(shadowPng))), view };
    },
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

interface Difference {
  readonly mean: number;
  readonly largest: number;
}

function difference(first: Buffer, second: Buffer): Difference {
  let sum = 0;
  let largest = 0;
  for (let at = 0; at < first.length; at++) {
    const apart = Math.abs(first[at] - second[at]);
    sum += apart;
    largest = Math.max(largest, apart);
  }
  return { mean: sum / first.length, largest };
}

/**
 * Both are the same car.
 * @param colours how far a colour value may be off, 0 to 255: where that is 0, all of it is the same
 */
function expectSame(first: CarAnswer, second: CarAnswer, colours: number): void {
  const sizeOf = ({ cutout, shadow }: CarAnswer) => [cutout, shadow].map((png) => png && [png.widthPx, png.heightPx]);
  expect(sizeOf(first)).toEqual(sizeOf(second));
  for (const channel of [0, 1, 2]) {
    const { largest } = difference(channelOf(first.cutout, channel), channelOf(second.cutout, channel));
    expect(largest).toBeLessThanOrEqual(colours);
  }
  // The tolerance of formats.test.ts: networks see a difference of codecs as well.
  const allowed = colours === 0 ? 0 : 0.5;
  expect(difference(channelOf(first.cutout, 3), channelOf(second.cutout, 3)).mean).toBeLessThanOrEqual(allowed);
  if (first.shadow && second.shadow) {
    expect(difference(channelOf(first.shadow, 0), channelOf(second.shadow, 0)).mean).toBeLessThanOrEqual(allowed);
  }
  const apart = Math.abs((((first.view?.azimuth ?? 0) - (second.view?.azimuth ?? 0) + 540) % 360) - 180);
  expect(apart).toBeLessThanOrEqual(allowed);
  expect(Math.abs((first.view?.elevation ?? 0) - (second.view?.elevation ?? 0))).toBeLessThanOrEqual(allowed);
}

describe('any picture as a car, to networks whose answers are the picture', () => {
  const { throughService, throughImageLane } = declareLanes({});
  const folder = inProject('test/fixtures/pictures');
  /** Where colours are given away nothing can be said of what networks make of them; associated alpha has none at 0. */
  const names = readdirSync(path.join(folder, 'input')).filter(
    (name) => toleranceOf(name) < 255 && !name.startsWith('tiff-alpha-associated'),
  );
  const input = (name: string) => readFileSync(path.join(folder, 'input', name));
  const atEdge = (name: string) => plan(probe(input(name))).lane === 'edge';
  /** The codecs of the edge are of other versions than those of the image lane. */
  const edgeTolerance = (name: string) => (/^(jpeg|webp-(?!lossless))/.test(name) ? 2 : 0);

  test('there are pictures of each format', () => {
    const formats = new Set(names.map((name) => name.split('-')[0]));
    expect(formats).toEqual(new Set(['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff', 'bmp', 'gif']));
  });

  test.each(names.filter(atEdge))('%s is the same from the edge and from the image lane', async (name) => {
    const [edge, image] = await Promise.all([throughService(input(name)), throughImageLane(input(name))]);
    expectSame(edge, image, Math.max(toleranceOf(name), edgeTolerance(name)));
  });

  test.each<CarOptions>([
    { windows: true, shadow: false },
    { windows: false, shadow: true },
    { windows: false, shadow: false },
  ])('a car is the same from the edge and from the image lane, with %j', async (options) => {
    const jpeg = readFileSync(inProject('test/fixtures/cars/coupe.jpg'));
    const [edge, image] = await Promise.all([throughService(jpeg, options), throughImageLane(jpeg, options)]);
    expectSame(edge, image, 2);
  });

  test.each(names.filter((name) => !atEdge(name)))('%s is what its pixels are as a PNG at the edge', async (name) => {
    const pixels = readFileSync(path.join(folder, 'expected', `${name}.png`));
    const [image, edge] = await Promise.all([throughService(input(name)), throughService(pixels)]);
    expectSame(image, edge, toleranceOf(name));
  });
});

describe('a car, to the shipped networks', () => {
  const { throughService, throughImageLane } = declareLanes({ models: 'real' });
  const jpeg = readFileSync(inProject('test/fixtures/cars/coupe.jpg'));

  test('as a JPEG is the same from the edge and from the image lane', async () => {
    expect(plan(probe(jpeg)).lane).toBe('edge');
    expectSame(await throughService(jpeg), await throughImageLane(jpeg), 2);
  });

  test('as a TIFF is what its pixels are as a PNG at the edge', async () => {
    const file = await encode(await readSamples(jpeg), 'tiff');
    const pixels = await sharp(file).removeAlpha().png().toBuffer();
    expect([plan(probe(file)).lane, plan(probe(pixels)).lane]).toEqual(['image', 'edge']);
    expectSame(await throughService(file), await throughService(pixels), 0);
  });
});
