/** Points as callers send them, on both lanes: what they change, and what is said of those that cannot be used. */
import { expect, test } from 'vitest';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { channelOf, encode, paint, readSamples, type Samples } from '../../../testing/photos.ts';
import { filePart, multipartCall } from '../../../testing/requests.ts';

const [width, height] = [240, 180];
const isArm = (x: number, y: number) => x >= 130 && x < 190 && y >= 60 && y < 85;
const isBody = (x: number, y: number) => x >= 80 && x < 130 && y >= 45 && y < 160;
/** The matte network answers brightness, and the segmenter what is green and what is blue. */
const photo = paint(width, height, 3, (x, y) => {
  if (isArm(x, y)) return [0, 150, 0];
  return isBody(x, y) ? [255, 112, 120] : [0, 0, 0];
});

const { send } = declareInProcess({
  models: ['luma', 'brightness', 'red-refiner', 'colour-parts'],
});

async function sent(format: 'png' | 'tiff', options: Readonly<Record<string, string>>) {
  const given = Object.entries({ model: 'matte', ...options }).map(([name, content]) => ({ name, content }));
  const file = filePart(await encode(photo, format));
  return send(multipartCall('/v1.0/alpha-channel', '', [...given, file]));
}

test.each(['png', 'tiff'] as const)('a part that is kept becomes opaque: %s', async (format) => {
  const { status, body } = await sent(format, { keep_points: '160 70' });
  expect(status, body.toString('utf8', 0, 300)).toBe(200);
  const [kept, plain] = await Promise.all([body, (await sent(format, {})).body].map(readSamples));
  const alphaOf = (matte: Samples) => channelOf(matte, 0)[70 * width + 160];
  expect(alphaOf(kept)).toBe(255);
  expect(alphaOf(plain)).toBeLessThan(128);
});

test.each([
  ['png', { keep_points: '10 10' }, 'keep_points', 'POINT_NOT_FOUND'],
  ['tiff', { keep_points: '160 70', drop_points: '10 10' }, 'drop_points', 'POINT_NOT_FOUND'],
  ['png', { drop_points: '240 10' }, 'drop_points', 'VALIDATION_ERROR'],
  ['tiff', { keep_points: '160 70', roi: '0 0 50% 100%' }, 'keep_points', 'VALIDATION_ERROR'],
] as const)('points that cannot be used are 422 on their field: %s %j', async (format, options, field, code) => {
  const { status, headers, body } = await sent(format, options);
  expect([status, headers.get('X-Error-Code')]).toEqual([422, code]);
  expect(JSON.parse(String(body)).detail).toEqual([
    { loc: ['body', field], msg: expect.any(String), type: 'value_error' },
  ]);
});
