/** Backgrounds in the colours of the picture above them, against libvips from file to file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { wideRgbProfile } from '../../../test/fixtures/pictures/make/profiles.ts';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import type { Channels, Picture } from '../../pixels/pipeline/picture/picture.ts';
import { encodePng } from '../../pixels/pipeline/png/encode.ts';
import { inColoursOf } from './background.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'background-test-'));
const wideFile = path.join(directory, 'wide.icc');
writeFileSync(wideFile, wideRgbProfile());
afterAll(() => rmSync(directory, { recursive: true }));

const [widthPx, heightPx] = [40, 30];
const samplesWith = (channels: Channels) =>
  Uint8Array.from({ length: widthPx * heightPx * channels }, (_, at) => (at * 37 + (at >> 5)) & 255);
const pictureWith = (channels: Channels, icc: Uint8Array | null): Picture =>
  framePicture({ widthPx, heightPx, channels, samples: samplesWith(channels), orientation: 1, icc });
const samplesOf = (picture: Picture) => Buffer.from(picture.rows().next(picture.heightPx));

/** The same picture as a file, straight from libvips. */
async function fileOf(channels: Channels, icc: Uint8Array | null): Promise<Buffer> {
  const raw = { width: widthPx, height: heightPx, channels };
  const { data } = await sharp(samplesWith(channels), { raw })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let y = 0;
  const rows = {
    ...{ widthPx, heightPx, channels: 4 as const },
    write(count: number, into: Uint8Array) {
      into.set(data.subarray(y * widthPx * 4, (y + count) * widthPx * 4));
      y += count;
    },
  };
  return Buffer.from(await new Response(encodePng(rows, icc)).arrayBuffer());
}

it.each<Channels>([3, 4])('becomes sRGB through its profile, with %d channels', async (channels) => {
  const found = await inColoursOf(pictureWith(channels, wideRgbProfile()), null);
  const image = sharp(await fileOf(channels, wideRgbProfile()));
  const expected = await (channels === 3 ? image.removeAlpha() : image).raw().toBuffer();
  expect([found.channels, found.icc]).toEqual([channels, null]);
  expect(samplesOf(found).equals(expected)).toBe(true);
  expect(samplesOf(found).equals(Buffer.from(samplesWith(channels)))).toBe(false);
});

it.each<Channels>([3, 4])('gets the profile of the picture above it, with %d channels', async (channels) => {
  const found = await inColoursOf(pictureWith(channels, null), wideRgbProfile());
  const image = sharp(await fileOf(channels, null)).withIccProfile(wideFile);
  const expected = await (channels === 3 ? image.removeAlpha() : image).raw().toBuffer();
  expect(found.icc).toEqual(wideRgbProfile());
  expect(samplesOf(found).equals(expected)).toBe(true);
  expect(samplesOf(found).equals(Buffer.from(samplesWith(channels)))).toBe(false);
});

it('stays as it is where both have the same colours', async () => {
  for (const icc of [null, wideRgbProfile()]) {
    const picture = pictureWith(3, icc);
    expect(await inColoursOf(picture, icc?.slice() ?? null)).toBe(picture);
  }
});

it('closes what it has converted', async () => {
  const picture = pictureWith(3, wideRgbProfile());
  await inColoursOf(picture, null);
  expect(() => picture.rows()).toThrow('closed');
});
