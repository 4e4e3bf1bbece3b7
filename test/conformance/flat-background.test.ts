/** A graphic on a background of one colour, over HTTP: cut by colour in every format, on both lanes, with `include_image_type` or without. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { channelOf, encode, paint, readSamples } from '../../testing/photos.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { declareService } from '../service.ts';

const [width, height] = [320, 240];
const isInk = (x: number, y: number) => Math.abs(Math.hypot(x - 160, y - 120) - 24) < 4;

/** A gold ring on nearly black: the classifier and the matte network of these tests answer brightness. */
const logo = paint(width, height, 3, (x, y) => (isInk(x, y) ? [190, 150, 60] : [2, 2, 6]));

const service = declareService();

type Name = 'alpha-channel' | 'image-without-background';
type Fields = Readonly<Record<string, string>>;

async function answered(name: Name, file: Buffer, fields: Fields = {}) {
  const { key } = await service.createKey();
  const parts = Object.entries(fields).map(([field, content]) => ({ name: field, content }));
  const answer = await service.send(multipartCall(operationNamed(name).path, key, [filePart(file), ...parts]));
  expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
  return answer;
}

async function sent(name: Name, file: Buffer, fields?: Fields) {
  return readSamples((await answered(name, file, fields)).body);
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

describe('holes', () => {
  const middle = (height / 2) * width + width / 2;
  /** Wide enough that it is surely drawn, whatever the classifier says. */
  const ring = paint(width, height, 3, (x, y) =>
    Math.abs(Math.hypot(x - 160, y - 120) - 60) < 10 ? [190, 150, 60] : [2, 2, 6],
  );

  test.each(['png', 'tiff'] as const)('of a ring as %s are filled where none is to be open', async (format) => {
    const file = await encode(ring, format);
    const alpha = channelOf(await sent('alpha-channel', file, { holes: 'filled' }), 0);
    expect([alpha[middle], alpha[0]]).toEqual([255, 0]);
    const answer = await answered('image-without-background', file, { holes: 'open' });
    expect(answer.headers.get('X-Ignored')).toBeNull();
    expect(channelOf(await readSamples(answer.body), 3)[middle]).toBe(0);
  });

  test('are named as ignored where the matte network was asked for, in a form and in JSON', async () => {
    const file = await encode(logo, 'png');
    const answer = await answered('alpha-channel', file, { holes: 'open', model: 'matte' });
    expect(answer.headers.get('X-Ignored')).toBe('holes');
    expect((await answered('alpha-channel', file, { model: 'matte' })).headers.get('X-Ignored')).toBeNull();
    const { key } = await service.createKey();
    const body = { image_base64: file.toString('base64'), holes: 'filled', model: 'matte' };
    const json = await service.send(jsonCall(operationNamed('alpha-channel-base64').path, key, body));
    expect([json.status, json.headers.get('X-Ignored')]).toEqual([200, 'holes']);
  });
});
