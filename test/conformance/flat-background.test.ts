/** A graphic on a background of one colour, over HTTP: cut by colour in every format, on both lanes, with `include_image_type` or without. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { channelOf, encode, paint, readSamples } from '../../testing/photos.ts';
import { filePart, multipartCall } from '../../testing/requests.ts';
import { declareService } from '../service.ts';

const [width, height] = [320, 240];
const isInk = (x: number, y: number) => Math.abs(Math.hypot(x - 160, y - 120) - 24) < 4;

/** A gold ring on nearly black: the classifier and the matte network of these tests answer brightness. */
const logo = paint(width, height, 3, (x, y) => (isInk(x, y) ? [190, 150, 60] : [2, 2, 6]));

const service = declareService();

async function sent(
  name: 'alpha-channel' | 'image-without-background',
  file: Buffer,
  fields: Record<string, string> = {},
) {
  const { key } = await service.createKey();
  const parts = Object.entries(fields).map(([field, content]) => ({ name: field, content }));
  const answer = await service.send(multipartCall(operationNamed(name).path, key, [filePart(file), ...parts]));
  expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
  return readSamples(answer.body);
}

/** Share of the pixels whose alpha is more than a tenth away from what was drawn. */
function wrongShare(alpha: Uint8Array): number {
  const wrong = alpha.filter((value, at) => {
    return Math.abs(value - (isInk(at % width, Math.floor(at / width)) ? 255 : 0)) > 25;
  });
  return wrong.length / alpha.length;
}

describe('a logo', () => {
  test.each(['png', 'tiff'] as const)('as %s is cut where it was drawn, the hole of the ring too', async (format) => {
    const alpha = channelOf(await sent('alpha-channel', await encode(logo, format)), 0);
    expect(wrongShare(alpha)).toBe(0);
  });

  test.each(['jpeg', 'webp'] as const)('as %s is cut to within a pixel of its edge', async (format) => {
    expect(wrongShare(channelOf(await sent('alpha-channel', await encode(logo, format)), 0))).toBeLessThan(0.01);
  });

  test('has the same alpha with and without its type, and with any edge colours', async () => {
    const file = await encode(logo, 'png');
    const matte = channelOf(await sent('alpha-channel', file, { include_image_type: 'false' }), 0);
    const original = await sent('image-without-background', file, { edge_colors: 'original' });
    const refined = await sent('image-without-background', file);
    expect(channelOf(original, 3)).toEqual(matte);
    expect(channelOf(refined, 3)).toEqual(matte);
  });
});
