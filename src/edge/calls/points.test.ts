/** Pictures with points, with the codecs of both lanes: each is compared with its own answer without points. */
import { deep } from '../../../testing/depth.ts';
import '../../../testing/in-process/runtime.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSamples } from '../../../test/pixels/outputs.ts';
import { openTinyNetworks } from '../../../testing/in-process/networks.ts';
import { encode, type PhotoFormat, paint, type Samples } from '../../../testing/photos.ts';
import { defaultLimits } from '../../contract/limits.ts';
import type { Task } from '../../contract/operations.ts';
import type { AskedPoints } from '../../contract/points.ts';
import { readRoi } from '../../contract/roi.ts';
import { nativeEncoders } from '../../inference/native/encoders.ts';
import { createNativePictures } from '../../inference/native/pictures.ts';
import { edgeEncoders } from '../../pixels/codecs/encoders.ts';
import { createEdgePictures } from '../../pixels/codecs/pictures.ts';
import type { Networks } from '../../pixels/pipeline/networks/networks.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { work } from '../../pixels/pipeline/work.ts';
import { createNetworksClient } from '../../wire/protocol/client.ts';

const [width, height] = [480, 360];
const [body, arm, slab] = [
  { left: 160, top: 90, right: 260, bottom: 320 },
  { left: 260, top: 120, right: 380, bottom: 160 },
  { left: 60, top: 200, right: 160, bottom: 300 },
];
type Box = typeof body;
const isIn = ({ left, top, right, bottom }: Box, x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom;

/** The matte network answers brightness, and the segmenter what is green and what is blue. */
const photo = paint(width, height, 3, (x, y) => {
  if (isIn(arm, x, y)) return [0, 150, 0];
  if (isIn(slab, x, y)) return [250, 0, 255];
  return isIn(body, x, y) ? [255, 112, 120 - (x % 7)] : [0, 0, 0];
});

const lanes = {
  edge: { pictures: createEdgePictures(defaultLimits), encoders: edgeEncoders },
  image: { pictures: createNativePictures(defaultLimits), encoders: nativeEncoders },
} as const;
type Lane = keyof typeof lanes;

let networks: Networks;
beforeAll(async () => {
  const fetch = await openTinyNetworks({ models: ['luma', 'brightness', 'red-refiner', 'colour-parts'] });
  networks = createNetworksClient({ fetch, baseUrl: 'http://inference', deadlineMs: Date.now() + 600_000 });
});

const cutout = {
  kind: 'cutout',
  imageType: false,
  refine: true,
  cleanEdges: true,
  model: 'matte',
} as const satisfies Task;
const matte = { kind: 'matte', imageType: false, refine: true, model: 'matte' } as const satisfies Task;
const settings = { model: 'matte', upsampling: 'guided', refiner: true, pointSegmenter: true } as const;
const at = (x: number, y: number) => ({ x: { value: x, unit: 'px' }, y: { value: y, unit: 'px' } }) as const;
const [onArm, onSlab] = [at(320, 140), at(110, 250)];
const points: AskedPoints = { keep: [onArm, at(300, 130)], drop: [onSlab] };

async function answered(lane: Lane, format: PhotoFormat, task: Task): Promise<Samples> {
  const file = new Uint8Array(await encode(photo, format));
  const { pictures, encoders } = lanes[lane];
  const picture = await pictures.open(file, probe(file));
  const { encoded } = await work(picture, networks, settings, task, encoders);
  const png = Buffer.from(await new Response(encoded).arrayBuffer());
  picture.close();
  return readSamples(png);
}

/** Samples that differ farther from what is clicked than the law lets them, and how many of the others do. */
function changes(one: Samples, other: Samples) {
  // Eight pixels of 1024, and a cell of the masks.
  const reach = (12 * width) / 1024 + 1;
  let [near, far] = [0, 0];
  for (let place = 0; place < one.data.length; place++) {
    if (one.data[place] === other.data[place]) continue;
    const [x, y] = [Math.floor(place / one.channels) % width, Math.floor(place / one.channels / width)];
    const isNear = [arm, slab].some(({ left, top, right, bottom }) =>
      isIn({ left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }, x, y),
    );
    if (isNear) near++;
    else far++;
  }
  return { near, far };
}

const alphaAt = ({ data, channels }: Samples, x: number, y: number) => data[(y * width + x) * channels + channels - 1];

const files: readonly [Lane, PhotoFormat][] = [
  ['edge', 'png'],
  ['edge', 'jpeg'],
  ['edge', 'webp'],
  ['image', 'png'],
  ['image', 'jpeg'],
  ['image', 'tiff'],
];
const tasks: readonly (readonly [string, Task])[] = [
  ['cutout', cutout],
  ['matte', matte],
  ['cutout of a part', { ...cutout, roi: readRoi('40 60 420 340') }],
  ['cutout with the colours of the photo', { ...cutout, cleanEdges: false }],
];

describe.each(files)('%s lane, %s', (lane, format) => {
  // What a format changes is there in each task.
  const isWhole = deep || format === 'png';
  test.each(isWhole ? tasks : tasks.slice(0, 1))('%s: clicked parts change, and nothing else', async (_what, task) => {
    const without = await answered(lane, format, task);
    const found = await answered(lane, format, { ...task, points } as Task);
    expect([alphaAt(without, 320, 140), alphaAt(without, 110, 250)]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(alphaAt(without, 320, 140)).toBeLessThan(128);
    expect(alphaAt(without, 110, 250)).toBeGreaterThan(128);
    expect(alphaAt(found, 320, 140)).toBeGreaterThanOrEqual(200);
    expect(alphaAt(found, 300, 130)).toBeGreaterThanOrEqual(200);
    expect(alphaAt(found, 110, 250)).toBeLessThanOrEqual(55);
    const { near, far } = changes(without, found);
    expect([far, near > 1000]).toEqual([0, true]);
  });

  test.each(isWhole ? [cutout] : [])('the order of points and doubled ones change nothing', async (task) => {
    const found = await answered(lane, format, { ...task, points });
    const mixed = { keep: [...points.keep, ...points.keep].reverse(), drop: [onSlab, onSlab] };
    expect((await answered(lane, format, { ...task, points: mixed })).data.equals(found.data)).toBe(true);
  });
});

test('both lanes give the same', async () => {
  const task = { ...cutout, points };
  const [edge, image] = [await answered('edge', 'png', task), await answered('image', 'png', task)];
  expect(edge.data.equals(image.data)).toBe(true);
});
