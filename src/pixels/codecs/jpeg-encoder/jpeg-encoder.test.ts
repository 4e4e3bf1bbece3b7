/** JPEGs of the edge against those of libvips, which has the same libjpeg-turbo in it. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inProject } from '../../../local/root.ts';
import { randomBytes, randomly } from '../../kernels/testing/random.ts';
import type { WholePicture } from '../../pipeline/output/encoders.ts';
import { hasFittedCodes, jpegEncoderBytes } from '../../pipeline/output/jpeg-room.ts';
import { wholeFile } from '../../pipeline/output/testing/whole-file.ts';
import { JpegEncoder } from './jpeg-encoder.ts';

const photo = readFileSync(inProject('test/fixtures/photos/coffee.png'));

/** The photo at another size, each side for itself, with an alpha that must not matter. */
async function pictureOf(widthPx: number, heightPx: number): Promise<WholePicture> {
  const rgba = await sharp(photo).resize(widthPx, heightPx, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = at >> 4;
  return { widthPx, heightPx, samples: new Uint8Array(rgba) };
}

/** Mean of squares of differences from what was encoded. */
async function errorOf(file: Uint8Array, { samples }: WholePicture): Promise<number> {
  const pixels = await sharp(file).raw().toBuffer();
  let sum = 0;
  for (let at = 0; at < pixels.length; at++) sum += (pixels[at] - samples[Math.floor(at / 3) * 4 + (at % 3)]) ** 2;
  return sum / pixels.length;
}

function ofLibvips({ widthPx, heightPx, samples }: WholePicture, quality: number): Promise<Buffer> {
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  return sharp(samples, { raw }).removeAlpha().jpeg({ quality }).toBuffer();
}

describe('a JPEG of the edge', () => {
  it.each([
    [1, 1],
    [7, 40],
    [16, 16],
    [17, 33],
    [160, 97],
    [901, 601],
  ])('of %i × %i pixels is as close to the picture as that of libvips, and as small', async (widthPx, heightPx) => {
    const picture = await pictureOf(widthPx, heightPx);
    for (const quality of [1, 40, 80, 95, 100]) {
      const file = await wholeFile(new JpegEncoder(picture, quality), picture, 5);
      const peer = await ofLibvips(picture, quality);
      expect(await sharp(file).metadata()).toMatchObject({
        format: 'jpeg',
        width: widthPx,
        height: heightPx,
        channels: 3,
        isProgressive: false,
        chromaSubsampling: '4:2:0',
      });
      expect(await errorOf(file, picture), `quality ${quality}`).toBeCloseTo(await errorOf(peer, picture), 3);
      expect(file.length).toBeLessThan(peer.length * 1.01 + 20);
    }
  });

  it('too large for fitted codes goes out while its rows come, with the same pixels', async () => {
    const picture = await pictureOf(4000, 1100);
    expect(hasFittedCodes(picture)).toBe(false);
    const encoder = new JpegEncoder(picture, 90);
    const first = encoder.write(picture.samples.subarray(0, picture.samples.length / 2));
    expect(first.length).toBeGreaterThan(0);
    const file = await wholeFile(new JpegEncoder(picture, 90), picture);
    expect(await errorOf(file, picture)).toBeCloseTo(await errorOf(await ofLibvips(picture, 90), picture), 3);
  });

  it.each([
    [30, 20],
    [2000, 2000],
    [2100, 2000],
    [16_000, 300],
    [30_000, 40],
  ])('of %i × %i pixels takes no more memory than was planned', async (widthPx, heightPx) => {
    const noise = randomBytes(widthPx * heightPx * 4, randomly(1));
    // Nothing takes more than black and white.
    const picture = { widthPx, heightPx, samples: noise.map((value) => (value < 128 ? 0 : 255)) };
    const encoder = new JpegEncoder(picture, 100);
    const file = await wholeFile(encoder, picture, heightPx);
    expect(encoder.heldBytes).toBeLessThanOrEqual(jpegEncoderBytes(picture));
    // What the plan keeps for the colours of a ZIP.
    expect(file.length).toBeLessThan(widthPx * heightPx * 3 + 4096);
  });

  it('that no reader could take is refused', () => {
    expect(() => new JpegEncoder({ widthPx: 70_000, heightPx: 1 }, 90)).toThrow('dimension');
  });
});
