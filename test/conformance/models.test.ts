/** A deployment that offers several mattes: calls ask for one by name, on both lanes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonOf } from '../../testing/http-message.ts';
import { everyTestModel } from '../../testing/models/tiny.ts';
import { encode, type PhotoFormat, paint } from '../../testing/photos.ts';
import { creditCall, filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { readSamples } from '../pixels/outputs.ts';
import { declareOwnService } from '../service.ts';

const service = declareOwnService({ MATTE_MODELS: 'everything, away' }, {}, [...everyTestModel, 'everything']);
let key: string;
beforeAll(async () => {
  ({ key } = await service.createKey({ credits: 20, rate: 1000 }));
});

/** White on the left, black on the right: half of it is subject by brightness. */
const halves = (format: PhotoFormat) =>
  encode(
    paint(64, 48, 3, (x) => (x < 32 ? [255, 250, 255] : [9, x % 7, 0])),
    format,
  );
const path = '/v1.0/alpha-channel';
const matteBy = async (format: PhotoFormat, model?: string) =>
  service.send(
    multipartCall(path, key, [filePart(await halves(format)), ...(model ? [{ name: 'model', content: model }] : [])]),
  );

describe.each(['png', 'tiff'] as const)('a %s', (format) => {
  test.each([
    [undefined, 'luma', 0],
    ['matte', 'luma', 0],
    ['everything', 'everything', 255],
  ])('for %s is made by %s', async (model, name, right) => {
    const { status, headers, body } = await matteBy(format, model);
    expect([status, headers.get('X-Model')]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^${name}@[0-9a-f]{12}$`)),
    ]);
    const { data, widthPx } = await readSamples(body);
    expect([data[2], data[widthPx - 2]].map((alpha) => (alpha >= 128 ? 255 : 0))).toEqual([255, right]);
  });
});

test('a network that is not offered is 422 with the names that are, in both encodings, and costs nothing', async () => {
  const before = await service.send(creditCall(key));
  const image_base64 = (await halves('png')).toString('base64');
  for (const answer of [
    await matteBy('png', 'luma'),
    await service.send(jsonCall(`${path}-base64`, key, { image_base64, model: 'luma' })),
  ]) {
    expect([answer.status, jsonOf(answer)]).toEqual([
      422,
      {
        detail: [
          {
            loc: ['body', 'model'],
            msg: "Expected 'matte' or 'everything' or 'away' for model but received 'luma'",
            type: 'enum',
          },
        ],
      },
    ]);
  }
  expect(jsonOf(await service.send(creditCall(key)))).toEqual(jsonOf(before));
});

test('a network that is offered and not served is a fault of the service, and costs nothing', async () => {
  const before = await service.send(creditCall(key));
  expect((await matteBy('png', 'away')).status).toBe(500);
  expect(jsonOf(await service.send(creditCall(key)))).toEqual(jsonOf(before));
});
