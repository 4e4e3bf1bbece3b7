/**
 * Every geometry in every format and in both kinds of body, on both lanes. The PNG of the same options, which
 * `outputs.test.ts` holds against libvips, is the truth; libvips encodes it at the same quality.
 */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  alphas,
  car,
  disc,
  type Given,
  geometries,
  type Lane,
  lanes,
  type Made,
  type PictureOperation,
  pictureMembers,
  pixelsOf,
  psnr,
  raw,
  readSamples,
  sendJson,
} from '../../../test/pixels/outputs.ts';
import { declareSender } from '../../../test/pixels/sender.ts';
import { once } from '../../../testing/once.ts';
import { encode, type Samples } from '../../../testing/photos.ts';
import { readZip } from '../../pixels/pipeline/output/testing/zip-reader.ts';

const { send, made: madeOf } = declareSender();
const made = async (operation: PictureOperation, lane: Lane, given: Given) =>
  madeOf(operation, await pictureOf(operation, lane), given);

const cutouts = ['image-without-background', 'car-image-without-background'] as const;
const pictureOf = once(async (operation: PictureOperation, lane: Lane) =>
  encode(operation.startsWith('car') ? await car() : disc, lanes[lane]),
);
const bothLanes = Object.keys(lanes) as Lane[];

/** Decibels that lossy colours may be below libvips'. */
const below = 0.5;
/** What is hidden is filled otherwise than libvips does, which in few pixels shows in those beside it. */
const belowWhereSmall = 1;
const smallPx = 100;

/** Holds colours against those that libvips encodes. */
async function expectColours(found: Samples, png: Samples, peer: Buffer, allowed = below): Promise<void> {
  expect([found.widthPx, found.heightPx]).toEqual([png.widthPx, png.heightPx]);
  expect(psnr(found, png)).toBeGreaterThan(psnr(await pixelsOf(peer), png) - allowed);
}

const checks: Readonly<Record<string, (answer: Made, png: Samples, plain: Made) => Promise<void>>> = {
  async webp({ file, type }, png) {
    expect(type).toBe('image/webp');
    const found = await pixelsOf(file);
    expect(alphas(found).equals(alphas(png))).toBe(true);
    await expectColours(found, png, await raw(png).webp({ quality: 90 }).toBuffer());
  },
  async jpeg({ file, type }, png) {
    expect(type).toBe('image/jpeg');
    expect((await sharp(file).metadata()).channels).toBe(3);
    const flat = await pixelsOf(await raw(png).flatten({ background: 'white' }).png().toBuffer());
    await expectColours(await pixelsOf(file), flat, await raw(flat).removeAlpha().jpeg({ quality: 90 }).toBuffer());
  },
  async zip({ file, type }, png, plain) {
    expect(type).toBe('application/zip');
    const files = readZip(file);
    const [alpha, colour] = ['alpha.png', 'color.jpg'].map((name) => files.get(name) ?? file);
    expect((await readSamples(alpha)).data.equals(alphas(png))).toBe(true);
    const peer = await raw(png).removeAlpha().jpeg({ quality: 90 }).toBuffer();
    await expectColours(await pixelsOf(colour), png, peer, png.widthPx <= smallPx ? belowWhereSmall : below);
    expect(JSON.parse(String(files.get('manifest.json')))).toMatchObject({
      output_dimensions: plain.size?.split(',').map(Number) ?? [png.widthPx, png.heightPx],
    });
  },
};

describe.each(cutouts.flatMap((operation) => bothLanes.map((lane) => ({ operation, lane }))))(
  '$operation, $lane lane',
  ({ operation, lane }) => {
    test.each(geometries)('%j is the same picture in every format', async (given) => {
      const plain = await made(operation, lane, given);
      const png = await pixelsOf(plain.file);
      for (const [output_format, check] of Object.entries(checks)) {
        const answer = await made(operation, lane, { ...given, output_format });
        if (plain.size) expect([answer.size, answer.box]).toEqual([plain.size, plain.box]);
        await check(answer, png, plain);
      }
    });
  },
);

describe.each(Object.keys(pictureMembers) as PictureOperation[])('%s', (operation) => {
  const formats = operation === 'alpha-channel' ? ['png'] : ['png', ...Object.keys(checks)];
  const sent = geometries.flatMap((given) =>
    formats.map((format) => (format === 'png' ? given : { ...given, output_format: format })),
  );
  test.each(sent)('%j gives the same bytes in JSON', async (given) => {
    for (const lane of bothLanes) {
      const { file: bytes, size, box } = await made(operation, lane, given);
      const inJson = await sendJson(send, operation, await pictureOf(operation, lane), given);
      expect(inJson.file.equals(bytes)).toBe(true);
      expect([inJson.size, inJson.box]).toEqual([size, box]);
    }
  });
});
