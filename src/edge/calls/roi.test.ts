/** Parts of pictures on both lanes, in every format: what libvips cuts out, sent as a picture, and its answer put back by libvips. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { alphas, car, disc, type Lane, lanes, pixelsOf, psnr, raw, readSamples } from '../../../test/pixels/outputs.ts';
import { declareSender } from '../../../test/pixels/sender.ts';
import { encode, type Samples } from '../../../testing/photos.ts';
import type { OperationName } from '../../contract/operations.ts';
import { readRoi } from '../../contract/roi.ts';
import { readZip } from '../../pixels/pipeline/output/testing/zip-reader.ts';
import { askedPart } from '../../pixels/pipeline/part/asked.ts';
import type { Region } from '../../pixels/pipeline/plane/region.ts';

const { made } = declareSender();

/** Holds all of the disc. */
const roi = '36 44 62% 88%';
const scenes = [
  ['image-without-background', async () => disc],
  ['car-image-without-background', car],
  ['alpha-channel', async () => disc],
] as const;
const cases = scenes.flatMap(([operation, scene]) =>
  (Object.keys(lanes) as Lane[]).map((lane) => ({ operation, lane, scene })),
);

const extractOf = ({ leftPx: left, topPx: top, widthPx: width, heightPx: height }: Region) => ({
  left,
  top,
  width,
  height,
});

/** The answer of what is seen of a picture, cut to the box and put into its place by libvips. */
async function expected(operation: OperationName, picture: Samples, lane: Lane): Promise<Samples> {
  const asked = askedPart(readRoi(roi), picture);
  if (!asked) throw new Error('The box is all of the picture');
  const { box, seen } = asked;
  const cut = await raw(picture).extract(extractOf(seen)).raw().toBuffer({ resolveWithObject: true });
  const part = { widthPx: cut.info.width, heightPx: cut.info.height, channels: picture.channels, data: cut.data };
  const answer = await readSamples((await made(operation, await encode(part, lanes[lane]))).file);
  const inBox = await raw(answer)
    .extract(extractOf({ ...box, leftPx: box.leftPx - seen.leftPx, topPx: box.topPx - seen.topPx }))
    .toColourspace(answer.channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = inBox.info;
  const data = await sharp(inBox.data, { raw: { width, height, channels } })
    .extend({
      left: box.leftPx,
      top: box.topPx,
      right: picture.widthPx - box.leftPx - box.widthPx,
      bottom: picture.heightPx - box.topPx - box.heightPx,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .toColourspace(answer.channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
  return { widthPx: picture.widthPx, heightPx: picture.heightPx, channels: answer.channels, data };
}

describe.each(cases)('$operation, $lane lane', ({ operation, lane, scene }) => {
  const answered = async (given: Readonly<Record<string, string>> = {}) =>
    (await made(operation, await encode(await scene(), lanes[lane]), { roi, ...given })).file;

  test('PNG: every sample', async () => {
    const [found, wanted] = [await readSamples(await answered()), await expected(operation, await scene(), lane)];
    expect([found.widthPx, found.heightPx, found.channels]).toEqual([wanted.widthPx, wanted.heightPx, wanted.channels]);
    expect(wanted.data.some((value) => value > 200)).toBe(true);
    expect(Buffer.from(found.data).equals(Buffer.from(wanted.data))).toBe(true);
  });

  if (operation === 'alpha-channel') return;

  test('WebP: alpha exactly, colours nearly', async () => {
    const wanted = await expected(operation, await scene(), lane);
    const found = await pixelsOf(await answered({ output_format: 'webp' }));
    expect(alphas(found).equals(alphas(wanted))).toBe(true);
    expect(psnr(found, wanted)).toBeGreaterThan(28);
  });

  test('JPEG: on white', async () => {
    const wanted = await expected(operation, await scene(), lane);
    const flat = await raw(wanted).flatten({ background: 'white' }).png().toBuffer();
    expect(psnr(await pixelsOf(await answered({ output_format: 'jpeg' })), await pixelsOf(flat))).toBeGreaterThan(28);
  });

  test('ZIP: alpha exactly, colours nearly', async () => {
    const wanted = await expected(operation, await scene(), lane);
    const files = readZip(await answered({ output_format: 'zip' }));
    const [alpha, colour] = ['alpha.png', 'color.jpg'].map((name) => files.get(name) ?? Buffer.alloc(0));
    expect(Buffer.from((await readSamples(alpha)).data).equals(alphas(wanted))).toBe(true);
    expect(psnr(await pixelsOf(colour), wanted)).toBeGreaterThan(28);
  });
});
