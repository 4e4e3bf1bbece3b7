/** Deployments that are set up differently, or not completely. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationNames, processingOperations } from '../../src/contract/operations.ts';
import { inProject } from '../../src/local/root.ts';
import { everyTestModel } from '../../testing/models/tiny.ts';
import { photo } from '../../testing/photos.ts';
import { creditCall, filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { expectRefusal, invalid, refusals } from '../contract.ts';
import { newKey } from '../keys.ts';
import { declareOwnService, type OwnService } from '../service.ts';

const subjects = processingOperations.filter(({ options }) => 'keep_points' in options);
const heic = readFileSync(inProject('test/fixtures/pictures/input/heic-single.heic'));

/** Points are refused on their field, and no credit moves. */
async function expectNoPoints(service: OwnService, { path, encoding }: (typeof subjects)[number], image: Buffer) {
  const callOf = (given: Readonly<Record<string, string>>) => (key: string) => {
    if (encoding === 'json') return jsonCall(path, key, { image_base64: image.toString('base64'), ...given });
    const parts = Object.entries(given).map(([name, content]) => ({ name, content }));
    return multipartCall(path, key, [...parts, filePart(image)]);
  };
  for (const [given, field] of [
    [{ keep_points: '5 5' }, 'keep_points'],
    [{ keep_points: '', drop_points: '50% 5' }, 'drop_points'],
  ] as const) {
    await service.expectRefused(callOf(given), invalid(['body', field], 'value_error', /no point segmenter/));
  }
}

describe('a deployment without HEIC and without a point segmenter', () => {
  const service = declareOwnService({ HEIC: 'off', POINT_SEGMENTER: 'off' });
  const formats = 'Supported formats are: JPEG, PNG, WebP, AVIF, TIFF, BMP, GIF.';

  test('refuses HEIC as an unsupported format, with the list that remains: 415', async () => {
    const expected = { ...refusals.unsupported, body: { detail: `Unsupported Media Type. ${formats}` } };
    for (const name of ['image-without-background', 'alpha-channel'] as const) {
      await service.expectRefused((key) => service.goodCall(name, key, heic), expected);
      await service.expectRefused((key) => service.goodCall(name, key, Buffer.from('no image')), expected);
    }
  });

  test('refuses HEIC as an unsupported format, with the list that remains: 422 for Base64', async () => {
    const message = new RegExp(formats.replaceAll('.', '\\.'));
    const expected = invalid(['body', 'image_base64'], 'value_error', message);
    for (const name of ['image-without-background-base64', 'alpha-channel-base64'] as const) {
      await service.expectRefused((key) => service.goodCall(name, key, heic), expected);
    }
  });

  test.each(subjects)('refuses points, and never answers without them: $name', async (operation) => {
    await expectNoPoints(service, operation, service.image);
  });
});

describe('a deployment that has a point segmenter by its settings, and none at its inference server', () => {
  const without = everyTestModel.filter((name) => name !== 'colour-parts');
  const service = declareOwnService({ POINT_SEGMENTER: 'on' }, {}, without);

  test.each(subjects)('refuses points, and never answers without them: $name', async (operation) => {
    for (const format of ['png', 'tiff'] as const) await expectNoPoints(service, operation, await photo(format));
  });

  test('answers calls without points', async () => {
    const { key } = await service.createKey();
    expect((await service.send(service.goodCall('image-without-background', key))).status).toBe(200);
  });
});

describe.each(['KEY_HASH_SECRET', 'ADMIN_TOKEN'])('a deployment without %s', (variable) => {
  const service = declareOwnService({ [variable]: '' });

  test('refuses every operation with 503', async () => {
    const key = newKey('test');
    for (const name of operationNames) {
      expectRefusal(await service.send(service.goodCall(name, key)), refusals.unavailable, false);
    }
    expectRefusal(await service.send(creditCall(key)), refusals.unavailable, false);
  });

  test('refuses an upload of 24 MB with 503 that arrives', async () => {
    const call = service.goodCall('alpha-channel', newKey('test'), Buffer.alloc(24_000_000));
    expectRefusal(await service.send(call), refusals.unavailable, false);
  });

  test('names the missing secret in its log', async () => {
    await service.send(creditCall(newKey('test')));
    const line = () =>
      service.stack.output.find((text) => text.includes('"not-configured"') && text.includes(variable));
    await expect.poll(line).toBeDefined();
  });
});

describe('a deployment without INFERENCE_TOKEN', () => {
  const service = declareOwnService({}, { INFERENCE_TOKEN: '' });

  test('refuses every processing operation with 503, at no cost', async () => {
    for (const name of operationNames.filter((candidate) => !candidate.startsWith('car-'))) {
      await service.expectRefused((key) => service.goodCall(name, key), refusals.unavailable);
    }
  });

  test('names the missing secret in its log', async () => {
    const { key } = await service.createKey();
    await service.send(service.goodCall('alpha-channel', key));
    const line = () => service.stack.output.find((text) => text.includes('INFERENCE_TOKEN'));
    await expect.poll(line).toBeDefined();
  });
});
