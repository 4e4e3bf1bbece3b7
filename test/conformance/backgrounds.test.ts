/** Backgrounds in each operation that has them: accepted ones, those refused before any credit moves, and idempotency keys. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProcessingOperation, processingOperations } from '../../src/contract/operations.ts';
import { jsonOf } from '../../testing/http-message.ts';
import { noise, photo } from '../../testing/photos.ts';
import { type Call, filePart, jsonCall, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { settled, walletBalanceOf } from '../accounts.ts';
import { expectRefusal, invalid } from '../contract.ts';
import { declareService } from '../service.ts';
import { type Stack, startStack } from '../stack.ts';
import { carPhoto } from './car.ts';

const service = declareService();

/** A picture of one colour. */
const plain = (background: string, width = 30, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

interface Sent {
  readonly background?: Buffer;
  readonly fields?: Readonly<Record<string, string>>;
  readonly name?: string;
}

/** A call with a background beside its picture. */
function callOf(
  { path, encoding }: Pick<ProcessingOperation, 'path' | 'encoding'>,
  key: string,
  image: Buffer,
  { background, fields = {}, name }: Sent,
): Call {
  const parts = Object.entries(fields).map(([field, content]) => ({ name: field, content }));
  const under = background ? [{ ...filePart(background), name: 'background_image' }] : [];
  const call =
    encoding === 'json'
      ? jsonCall(path, key, {
          image_base64: image.toString('base64'),
          ...(background && { background_image: background.toString('base64') }),
          ...fields,
        })
      : multipartCall(path, key, [...under, ...parts, filePart(image)]);
  return name === undefined ? call : { ...call, headers: { ...call.headers, 'Idempotency-Key': name } };
}

const offering = processingOperations.filter(({ options }) => 'background_image' in options);

test('operations 1, 2, 5 and 6 lay backgrounds', () => {
  expect(offering.map(({ name }) => name)).toEqual([
    'image-without-background',
    'image-without-background-base64',
    'car-image-without-background',
    'car-image-without-background-base64',
  ]);
});

describe.each(offering)('$name', (operation) => {
  const imageOf = () => (operation.name.startsWith('car') ? carPhoto() : photo());
  const send = async (key: string, sent: Sent) => {
    const answer = await service.send(callOf(operation, key, await imageOf(), sent));
    expect(answer.status, answer.status === 200 ? '' : answer.body.toString()).toBe(200);
    if (operation.encoding === 'multipart') return answer.body;
    const { img_without_background_base64: text } = jsonOf(answer) as {
      readonly img_without_background_base64: string;
    };
    return Buffer.from(text, 'base64');
  };
  const refuse = async (sent: Sent, ...[loc, message, code]: [string, string | RegExp, string?]) => {
    const image = await imageOf();
    const expected = invalid(['body', loc], 'value_error', message, code);
    await service.expectRefused((key) => callOf(operation, key, image, sent), expected);
  };

  test('is opaque on one, and costs one credit', async () => {
    const key = await service.createKey();
    const [red, blue] = [await send(key.key, { background: await plain('red') }), await plain('blue')];
    const { data, info } = await sharp(red).raw().toBuffer({ resolveWithObject: true });
    expect(data.filter((_, at) => at % info.channels === 3).every((alpha) => alpha === 255)).toBe(true);
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect((await send(key.key, { background: blue })).equals(red)).toBe(false);
    await settled(service.stack, key);
    expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 3, open_holds: 0 });
  });

  test('refuses one that cannot be used', async () => {
    await refuse({ background: Buffer.from('no picture') }, 'background_image', /^Unsupported background format/);
    const broken = (await photo('png', 400, 300)).subarray(0, 500);
    await refuse({ background: broken }, 'background_image', /\w/, 'INVALID_IMAGE');
    const phones = await plain('red', 4032, 3024);
    await refuse(
      { background: phones },
      'background_image',
      /^The background is 4032x3024 .* Send it/,
      'INVALID_IMAGE',
    );
    expect(
      (await send((await service.createKey()).key, { background: await plain('red', 4000, 3000) })).length,
    ).not.toBe(0);
  });

  test('refuses one that is too large beside its picture, and two that are', async () => {
    const mebibyte = 1024 * 1024;
    const together = 'The image and its background are larger than 20.0 MB together';
    const background = noise(20 * mebibyte);
    await refuse({ background }, 'background_image', together, 'IMAGE_TOO_LARGE');
    const two = (key: string) =>
      callOf(operation, key, noise(14 * mebibyte), { background: background.subarray(6 * mebibyte) });
    await service.expectRefused(two, invalid(['body', 'background_image'], 'value_error', together, 'IMAGE_TOO_LARGE'));
  });

  test('refuses another background beside it', async () => {
    const background = await plain('red');
    const other = { background_url: 'https://images.example.com/beach.jpg' };
    await refuse({ background, fields: other }, 'background_url', /^Send one background/);
    await refuse({ background, fields: { background_color: 'teal' } }, 'background_color', /^Send one background/);
    await refuse({ background, fields: { output_format: 'zip' } }, 'output_format', /^A ZIP has no background/);
    const local = { background_url: 'http://127.0.0.1/beach.jpg' };
    await refuse({ fields: local }, 'background_url', /^This address is not fetched/, 'IMAGE_URL_NOT_ALLOWED');
  });

  test('a name remembers it by its bytes', async () => {
    const key = await service.createKey();
    const image = await imageOf();
    const call = (background?: Buffer) => callOf(operation, key.key, image, { background, name: operation.name });
    const ask = async (background?: Buffer) => {
      const answer = await service.send(call(background));
      await settled(service.stack, key);
      return answer;
    };
    const first = await ask(await plain('red'));
    expect((await ask(await plain('red'))).body.equals(first.body)).toBe(true);
    for (const other of [await plain('blue'), undefined]) {
      const message = 'This Idempotency-Key was used for another request; send a new one';
      const where = ['header', 'Idempotency-Key'];
      expectRefusal(await ask(other), invalid(where, 'value_error', message, 'IDEMPOTENCY_MISMATCH'));
    }
    expect(await walletBalanceOf(service.stack, key)).toMatchObject({ balance: 4 });
  });
});

describe('a deployment without an image lane', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ inferenceVariables: { LANE_WORKERS: '0' } });
  });
  afterAll(() => stack.stop());

  test('refuses backgrounds alone, with the reason', async () => {
    const key = await stack.createKey({ credits: 5 });
    const [image, background] = [await photo(), await plain('red')];
    const [operation] = offering;
    const message = /no image lane\. Send background_color$/;
    const expected = invalid(['body', 'background_image'], 'value_error', message, 'INVALID_IMAGE');
    expectRefusal(await sendWithFetch(stack.base, callOf(operation, key.key, image, { background })), expected);
    const without = await sendWithFetch(stack.base, callOf(operation, key.key, image, {}));
    expect(without.status).toBe(200);
    await settled(stack, key);
    expect(await walletBalanceOf(stack, key)).toMatchObject({ balance: 4, open_holds: 0 });
  });
});
