/** What the 200s of operations 1 to 4 have in common, whatever their encoding. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { OperationName } from '../../src/contract/operations.ts';
import { inProject } from '../../src/local/root.ts';
import { deep } from '../../testing/depth.ts';
import type { Answer } from '../../testing/http-message.ts';
import {
  bands,
  blackPhoto,
  channelOf,
  encode,
  padded,
  paint,
  photo,
  plainPhoto,
  readSamples,
} from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { expectCharged } from '../accounts.ts';
import { expectCommonHeaders, rateOf } from '../contract.ts';
import { withOrientation } from '../jpeg.ts';
import type { Service } from '../service.ts';
import { type Cases, casesOf } from './cases.ts';

const maxImageBytes = 20 * 1024 * 1024;

/** Facts of a 200, read from headers or from members. */
export interface Result {
  readonly png: Buffer;
  readonly input: readonly number[];
  readonly processed: readonly number[];
  readonly wasDownscaled: boolean;
}

export interface Subject {
  readonly service: Service;
  readonly name: OperationName;
  readonly kind: 'cutout' | 'matte';
  /** @throws Error when the answer has not the shape of a 200 of this operation */
  read(answer: Answer): Result;
}

/** Calls the operation with a key of its own. */
export async function resultOf({ service, name, read }: Subject, image: Buffer): Promise<Result> {
  const { key } = await service.createKey();
  const answer = await service.send(service.goodCall(name, key, image));
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
  return read(answer);
}

/** Alpha of a result: the matte's only channel or the cutout's fourth. */
async function alphaOf({ kind }: Subject, { png }: Result): Promise<Buffer> {
  const samples = await readSamples(png);
  return channelOf(samples, kind === 'matte' ? 0 : 3);
}

export function describeSuccess(subject: Subject, cases: Cases = casesOf(subject.name)): void {
  const { service, name, kind } = subject;

  cases.block('200', ({ test, large }) => {
    test(
      kind === 'cutout' ? 'is an 8-bit RGBA PNG of the input size' : 'is an 8-bit grey PNG of the input size',
      async () => {
        const { png } = await resultOf(subject, await photo('jpeg', 50, 30));
        const colourType = kind === 'cutout' ? 6 : 0;
        expect(readPngHeader(png)).toEqual({ widthPx: 50, heightPx: 30, bitDepth: 8, colourType });
      },
    );

    const soft = paint(30, 20, 4, (x, y) => [255, 255, 255, (x * 8 + y) % 256]);
    test.each([
      ['a grey PNG', () => encode({ widthPx: 30, heightPx: 20, channels: 1, data: Buffer.alloc(600, 200) }, 'png')],
      ['a PNG with alpha', () => encode(soft, 'png')],
      ['a progressive JPEG', () => photo('progressive', 30, 20)],
      ['a WebP', () => photo('webp', 30, 20)],
      ['a WebP with alpha', () => encode(soft, 'webp')],
    ])('has the same form for %s', async (_, make) => {
      const { png, input } = await resultOf(subject, await make());
      expect(input).toEqual([30, 20]);
      expect(readPngHeader(png)).toEqual({
        widthPx: 30,
        heightPx: 20,
        bitDepth: 8,
        colourType: kind === 'cutout' ? 6 : 0,
      });
    });

    test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)('is given for %s', async (format) => {
      const result = await resultOf(subject, await photo(format, 60, 44));
      expect(result).toMatchObject({ input: [60, 44], processed: [60, 44], wasDownscaled: false });
      const alpha = await alphaOf(subject, result);
      expect(alpha[0]).toBeLessThan(8);
      expect(alpha[59]).toBeGreaterThan(247);
    });

    test.each(['bmp-24.bmp', 'heic-single.heic'])('is given for the file %s', async (file) => {
      const picture = readFileSync(inProject(`test/fixtures/pictures/input/${file}`));
      const { widthPx, heightPx } = readPngHeader(
        readFileSync(inProject(`test/fixtures/pictures/expected/${file}.png`)),
      );
      const { input, png } = await resultOf(subject, picture);
      expect(input).toEqual([widthPx, heightPx]);
      expect(readPngHeader(png)).toMatchObject({ widthPx, heightPx });
    });

    test('has 0 where the network saw background and 255 where it saw the subject', async () => {
      const result = await resultOf(subject, await photo('png', 48, 32));
      const alpha = await alphaOf(subject, result);
      expect([alpha[0], alpha[47]]).toEqual([0, 255]);
      expect(new Set(alpha).size).toBeGreaterThan(10);
    });

    test('is transparent where the input was, however bright it is there', async () => {
      const half = paint(40, 20, 4, (x) => [255, 255, 255, x < 20 ? 0 : 255]);
      const alpha = await alphaOf(subject, await resultOf(subject, await encode(half, 'png')));
      const row = alpha.subarray(0, 40);
      expect(row.subarray(0, 20).every((value) => value === 0)).toBe(true);
      expect(row[39]).toBe(255);
    });

    test('states the size of a picture that prep leaves as it is', async () => {
      const result = await resultOf(subject, await photo('jpeg', 123, 45));
      expect(result).toMatchObject({ input: [123, 45], processed: [123, 45], wasDownscaled: false });
    });

    test('leaves a picture of exactly 5000 px as it is', async () => {
      const result = await resultOf(subject, await photo('jpeg', 5000, 20));
      expect(result).toMatchObject({ input: [5000, 20], processed: [5000, 20], wasDownscaled: false });
    });

    large('takes a file of exactly 20.0 MB', async () => {
      const { input } = await resultOf(subject, padded(service.image, maxImageBytes));
      expect(input).toEqual([48, 32]);
    });

    // All operations ask the same function: pictures that take seconds go through one of each kind and encoding.
    if (name === 'image-without-background' || name === 'alpha-channel-base64') {
      // At a push src/pixels/pipeline/plan/prep.test.ts says it.
      if (deep) {
        large('leaves a picture of exactly 25 megapixels as it is', async () => {
          const result = await resultOf(subject, await plainPhoto(5000, 5000));
          expect(result).toMatchObject({ input: [5000, 5000], processed: [5000, 5000], wasDownscaled: false });
        });
      }

      large('reports that prep downscaled a picture over 25 megapixels, and keeps the input size', async () => {
        const result = await resultOf(subject, await plainPhoto(5100, 5010));
        expect(result).toMatchObject({ input: [5100, 5010], processed: [5000, 4912], wasDownscaled: true });
        expect(readPngHeader(result.png)).toMatchObject({ widthPx: 5100, heightPx: 5010 });
      });
    }

    test('reports that prep downscaled a picture of 6000 px, and keeps the input size', async () => {
      const result = await resultOf(subject, await photo('jpeg', 6000, 100));
      expect(result).toMatchObject({ input: [6000, 100], processed: [5000, 83], wasDownscaled: true });
      expect(readPngHeader(result.png)).toMatchObject({ widthPx: 6000, heightPx: 100 });
    });

    test('never rounds a side down to nothing', async () => {
      const result = await resultOf(subject, await photo('png', 1, 15_000));
      expect(result).toMatchObject({ input: [1, 15_000], processed: [1, 5000], wasDownscaled: true });
    });

    test('accepts a picture of one pixel', async () => {
      const { png } = await resultOf(subject, await photo('png', 1, 1));
      expect(readPngHeader(png)).toMatchObject({ widthPx: 1, heightPx: 1 });
    });

    test('has the size of the upright picture, after EXIF orientation', async () => {
      const result = await resultOf(subject, withOrientation(await photo('jpeg', 60, 20), 6));
      expect(result).toMatchObject({ input: [20, 60], processed: [20, 60] });
      expect(readPngHeader(result.png)).toMatchObject({ widthPx: 20, heightPx: 60 });
    });

    test('is upright: what EXIF turns to the bottom is at the bottom', async () => {
      // Orientation 6: the stored left edge, which is dark, is the upright top.
      const result = await resultOf(subject, withOrientation(await photo('jpeg', 60, 20), 6));
      const alpha = await alphaOf(subject, result);
      expect(alpha[0]).toBeLessThan(8);
      expect(alpha[alpha.length - 1]).toBeGreaterThan(247);
    });

    test('accepts a JPEG whose end marker is missing and one with stray bytes after it', async () => {
      await resultOf(subject, service.image.subarray(0, -2));
      await resultOf(subject, Buffer.concat([service.image, Buffer.from('stray')]));
    });

    test('reports in a header that nothing was found to keep, and costs the same', async () => {
      const key = await service.createKey({ credits: 2 });
      const answer = await service.send(service.goodCall(name, key.key, await blackPhoto()));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('X-Subject-Found')).toBe('false');
      const alpha = await alphaOf(subject, subject.read(answer));
      expect(alpha.every((value) => value === 0)).toBe(true);
      await expectCharged(service.stack, key, 2, [answer.headers.get('X-Request-Id')]);
    });

    test('has no such header when something was found', async () => {
      const { key } = await service.createKey();
      const answer = await service.send(service.goodCall(name, key));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('X-Subject-Found')).toBeNull();
    });

    test('carries the common headers, the times of its steps and no error code', async () => {
      const { key } = await service.createKey();
      const answer = await service.send(service.goodCall(name, key));
      expect(answer.status).toBe(200);
      expectCommonHeaders(answer);
      expect(answer.headers.get('Server-Timing')).toMatch(/^[\w-]+;dur=\d+(\.\d+)?(, [\w-]+;dur=\d+(\.\d+)?)*$/);
      expect(answer.headers.get('X-Error-Code')).toBeNull();
      expect(answer.headers.get('Retry-After')).toBeNull();
    });

    test('echoes a request id of the client that is well formed', async () => {
      const { key } = await service.createKey({ credits: 10 });
      for (const id of ['a', 'order-7.42_B', 'Z'.repeat(64)]) {
        const call = service.goodCall(name, key);
        const answer = await service.send({ ...call, headers: { ...call.headers, 'X-Request-Id': id } });
        expect(answer.headers.get('X-Request-Id')).toBe(id);
      }
    });

    test('replaces a request id of the client that is not', async () => {
      const { key } = await service.createKey({ credits: 10 });
      const given = new Set<string | null>();
      const offered = ['', 'two words', 'Z'.repeat(65), 'a/b', 'a"b', 'naïve'];
      for (const id of offered) {
        const call = service.goodCall(name, key);
        const answer = await service.send({ ...call, headers: { ...call.headers, 'X-Request-Id': id } });
        expectCommonHeaders(answer);
        expect(answer.headers.get('X-Request-Id')).not.toBe(id);
        given.add(answer.headers.get('X-Request-Id'));
      }
      expect(given.size).toBe(offered.length);
    });

    test('counts down the rate window, whose next slot is free now', async () => {
      const { key } = await service.createKey({ rate: 3 });
      for (const remaining of [2, 1]) {
        const from = Math.floor(Date.now() / 1000);
        const rate = rateOf(await service.send(service.goodCall(name, key)));
        expect(rate).toMatchObject({ limit: 3, remaining });
        expect(rate.reset).toBeGreaterThanOrEqual(from);
        expect(rate.reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
      }
    });

    test('names, on the last slot, the second at which the oldest counted request leaves the window', async () => {
      const { key } = await service.createKey({ rate: 2 });
      const from = Math.floor(Date.now() / 1000);
      await service.stack.credit(key);
      const to = Math.ceil(Date.now() / 1000);
      const rate = rateOf(await service.send(service.goodCall(name, key)));
      expect(rate).toMatchObject({ limit: 2, remaining: 0 });
      expect(rate.reset).toBeGreaterThanOrEqual(from + 60);
      expect(rate.reset).toBeLessThanOrEqual(to + 60);
      const refused = await service.send(service.goodCall(name, key));
      expect(refused.status).toBe(429);
      expect(rateOf(refused)).toEqual(rate);
    });
  });

  cases.block('200, its credit', ({ test }) => {
    test('costs exactly one credit, in an entry that names the request', async () => {
      const key = await service.createKey({ credits: 5 });
      const ids: (string | null)[] = [];
      for (let calls = 0; calls < 3; calls++) {
        const answer = await service.send(service.goodCall(name, key.key));
        expect(answer.status).toBe(200);
        ids.push(answer.headers.get('X-Request-Id'));
      }
      await expectCharged(service.stack, key, 5, ids);
      expect(await service.stack.credit(key.key)).toBe(2);
    });

    test('is given for the last credit', async () => {
      const key = await service.createKey({ credits: 1 });
      const answer = await service.send(service.goodCall(name, key.key));
      expect(answer.status).toBe(200);
      await expectCharged(service.stack, key, 1, [answer.headers.get('X-Request-Id')]);
      expect((await service.send(service.goodCall(name, key.key))).status).toBe(402);
    });

    test('is given to live keys as to test keys', async () => {
      const key = await service.createKey({ type: 'live', credits: 2 });
      const answer = await service.send(service.goodCall(name, key.key));
      expect(answer.status).toBe(200);
      await expectCharged(service.stack, key, 2, [answer.headers.get('X-Request-Id')]);
    });

    test('is given to a key that is restricted to this operation', async () => {
      const { key } = await service.createKey({ endpoints: [name] });
      expect((await service.send(service.goodCall(name, key))).status).toBe(200);
    });
  });
}

/** The cutout and the matte of one picture, from the two operations of an encoding. */
export async function expectMatteEqualsAlpha(cutout: Subject, matte: Subject): Promise<void> {
  const pictures = [
    await encode(bands(97, 61), 'png'),
    await photo('jpeg', 97, 61),
    await encode(
      paint(50, 40, 4, (x, y) => [x * 5, y * 6, 255 - x, (x * y) % 256]),
      'png',
    ),
  ];
  for (const picture of pictures) {
    const alpha = await alphaOf(cutout, await resultOf(cutout, picture));
    const grey = await alphaOf(matte, await resultOf(matte, picture));
    expect(Buffer.compare(alpha, grey)).toBe(0);
  }
}

/** The cutout has the photo's own colours where it shows anything, and black where it shows nothing. */
export async function expectBackgroundGone(cutout: Subject): Promise<void> {
  const picture = bands(90, 40);
  const { data } = await readSamples((await resultOf(cutout, await encode(picture, 'png'))).png);
  let hidden = 0;
  let opaque = 0;
  for (let pixel = 0; pixel < 90 * 40; pixel++) {
    const colour = [...data.subarray(pixel * 4, pixel * 4 + 3)];
    const alpha = data[pixel * 4 + 3];
    if (alpha === 0) {
      hidden++;
      expect(colour).toEqual([0, 0, 0]);
    } else if (alpha === 255) {
      opaque++;
      expect(colour).toEqual([...picture.data.subarray(pixel * 3, pixel * 3 + 3)]);
    }
  }
  // The dark third is a red of 1, so that zeros there are the service's own.
  expect(hidden).toBeGreaterThan(90 * 40 * 0.25);
  expect(opaque).toBeGreaterThan(90 * 40 * 0.25);
}
