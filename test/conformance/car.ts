/** What operations 5 to 7 have in common, on networks whose answers follow from the picture. */
import { expect } from 'vitest';
import { type OperationName, operationNamed, operationNames } from '../../src/contract/operations.ts';
import { type Answer, jsonOf } from '../../testing/http-message.ts';
import { blackPhoto, channelOf, encode, type PhotoFormat, paint, readSamples } from '../../testing/photos.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { expectCharged } from '../accounts.ts';
import { brokenImage, invalid } from '../contract.ts';
import type { Service } from '../service.ts';
import { type Cases, casesOf } from './cases.ts';

export interface CarOptions {
  readonly shadow_type?: string | null;
  readonly include_shadow?: boolean | string | null;
  readonly reconstruct_windows?: boolean | string | null;
}

export interface CarResult {
  /** RGBA. */
  readonly cutout: Buffer;
  /** Grey; undefined where the answer has none. */
  readonly shadow: Buffer | undefined;
  readonly shadowType: unknown;
  readonly answer: Answer;
}

export const side = 64;

/** Those that the table of cars is for. */
const carNames = operationNames.filter((name) => operationNamed(name).result.startsWith('car-'));

/**
 * A white car with one window on black ground, and a patch of green ground below it. The detector sees the middle half;
 * the matte is brightness, the opacity of glass is red, the shadow is green.
 */
export function carPhoto(format: PhotoFormat = 'png'): Promise<Buffer> {
  const within = (value: number, from: number, to: number) => value >= from && value < to;
  const samples = paint(side, side, 3, (x, y) => {
    if (within(x, 26, 38) && within(y, 37, 43)) return windowColour;
    if (within(x, 20, 44) && within(y, 20, 44)) return [255, 255, 255];
    return within(x, 20, 44) && within(y, 49, 51) ? [0, 200, 0] : [0, 0, 0];
  });
  return encode(samples, format);
}

const windowColour = [100, 255, 255];
/** Brightness of the window, and what of it is left where red is its opacity. */
const windowBody = 203;
const windowAlpha = Math.round((windowBody * 100) / 255);

export const places = { body: [22, 38], window: [32, 40], ground: [32, 49], away: [3, 3] } as const;

/** The pixel at a place. */
export function pixelAt(samples: Buffer, [x, y]: readonly [number, number], channels = 4): number[] {
  return [...samples.subarray((y * side + x) * channels, (y * side + x + 1) * channels)];
}

/** Calls a car operation with a key of its own and reads its pictures. */
export async function carResult(
  service: Service,
  name: OperationName,
  options: CarOptions = {},
  image?: Buffer,
): Promise<CarResult> {
  const { key } = await service.createKey();
  const answer = await service.send(carCall(name, key, options, image ?? (await carPhoto())));
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
  if (operationNamed(name).encoding === 'multipart') {
    const cutout = (await readSamples(answer.body)).data;
    return { cutout, shadow: undefined, shadowType: answer.headers.get('X-Shadow-Type'), answer };
  }
  const members = jsonOf(answer) as Record<string, unknown>;
  const greyOf = async (text: unknown) => channelOf(await readSamples(Buffer.from(String(text), 'base64')), 0);
  const png = async (text: unknown) => (await readSamples(Buffer.from(String(text), 'base64'))).data;
  return {
    cutout: await png(members.img_without_background_base64),
    shadow: members.shadow_base64 === undefined ? undefined : await greyOf(members.shadow_base64),
    shadowType: members.shadow_type,
    answer,
  };
}

function carCall(name: OperationName, key: string, options: CarOptions, image: Buffer) {
  const { path, encoding } = operationNamed(name);
  if (encoding === 'json') return jsonCall(path, key, { image_base64: image.toString('base64'), ...options });
  const parts = Object.entries(options).map(([option, value]) => ({ name: option, content: String(value) }));
  return multipartCall(path, key, [filePart(image), ...parts]);
}

export function describeCar(service: Service, name: OperationName, cases: Cases = casesOf(name, carNames)): void {
  const { encoding, result } = operationNamed(name);
  const baked = result === 'car-cutout';

  cases.block('200, of a car', ({ test }) => {
    test('keeps the body and the colours of the photo, and opens the window', async () => {
      const { cutout } = await carResult(service, name, { shadow_type: 'none' });
      expect(pixelAt(cutout, places.body)).toEqual([255, 255, 255, 255]);
      const [red, green, blue, alpha] = pixelAt(cutout, places.window);
      expect([red, green, blue]).toEqual(windowColour);
      expect(Math.abs(alpha - windowAlpha)).toBeLessThanOrEqual(1);
      // A car cutout keeps the photo's RGB, also where nothing of it is to be seen.
      expect(pixelAt(cutout, places.ground)).toEqual([0, 200, 0, 0]);
      expect(pixelAt(cutout, places.away)).toEqual([0, 0, 0, 0]);
    });

    test.each([false, 'false', '0'])('keeps the window shut for reconstruct_windows=%s', async (option) => {
      const { cutout } = await carResult(service, name, { shadow_type: 'none', reconstruct_windows: option });
      const [red, green, blue, alpha] = pixelAt(cutout, places.window);
      expect([red, green, blue]).toEqual(windowColour);
      expect(Math.abs(alpha - windowBody)).toBeLessThanOrEqual(1);
    });

    test('opens windows and draws an ai shadow by default', async () => {
      const plain = await carResult(service, name);
      const chosen = await carResult(service, name, { shadow_type: 'ai', reconstruct_windows: true });
      expect(plain.cutout.equals(chosen.cutout)).toBe(true);
      expect(plain.shadowType).toBe('ai');
    });

    test.each<[CarOptions, string]>([
      [{ shadow_type: 'ai' }, 'ai'],
      [{ shadow_type: 'none' }, 'none'],
      [{ include_shadow: true }, 'ai'],
      [{ include_shadow: false }, 'none'],
      [{ shadow_type: 'ai', include_shadow: true }, 'ai'],
      [{ shadow_type: 'none', include_shadow: false }, 'none'],
    ])('names the shadow that was drawn for %j', async (options, expected) => {
      const { shadowType, cutout, shadow } = await carResult(service, name, options);
      expect(shadowType).toBe(expected);
      const drawn = baked ? pixelAt(cutout, places.ground)[3] > 0 : shadow !== undefined;
      expect(drawn).toBe(expected === 'ai');
    });

    test('is the same from the image lane', async () => {
      const [edge, image] = await Promise.all(
        (['png', 'tiff'] as const).map(async (format) => carResult(service, name, {}, await carPhoto(format))),
      );
      expect(image.cutout.equals(edge.cutout)).toBe(true);
      expect(image.shadow).toEqual(edge.shadow);
    });

    test('has neither an image type nor, but for layers, a view', async () => {
      const { answer } = await carResult(service, name);
      expect(answer.headers.get('X-Image-Type-Photo')).toBeNull();
      if (encoding === 'multipart') return;
      const members = Object.keys(jsonOf(answer) as object);
      expect(members).not.toContain('image_type');
      expect(members.includes('view')).toBe(!baked);
    });

    test('costs one credit', async () => {
      const key = await service.createKey();
      const answer = await service.send(service.goodCall(name, key.key, await carPhoto()));
      expect(answer.status).toBe(200);
      await expectCharged(service.stack, key, 5, [answer.headers.get('X-Request-Id')]);
    });
  });

  cases.block('422, of a car', ({ test }) => {
    const refused = async (options: CarOptions, option: string, type: string, message: RegExp) => {
      const image = await carPhoto();
      const expected = invalid(['body', option], type, message);
      await service.expectRefused((key) => carCall(name, key, options, image), expected);
    };

    test('for a picture without a vehicle', async () => {
      const expected = brokenImage(encoding, /^No vehicle was found in the image$/);
      for (const format of ['png', 'gif'] as const) {
        const image = await blackPhoto(format);
        await service.expectRefused((key) => service.goodCall(name, key, image), expected);
      }
    });

    test.each(['geometric', 'auto'])('for the shadow type %s, which is planned', (shadowType) => {
      return refused({ shadow_type: shadowType }, 'shadow_type', 'value_error', /not available/);
    });

    test.each(['AI', 'soft', ' '])('for the shadow type "%s", which there is not', (shadowType) => {
      return refused({ shadow_type: shadowType }, 'shadow_type', 'enum', /'ai' or 'none'/);
    });

    test.each<CarOptions>([
      { shadow_type: 'none', include_shadow: true },
      { shadow_type: 'ai', include_shadow: false },
    ])('for the contradiction %j', (options) => refused(options, 'include_shadow', 'value_error', /contradicts/));
  });
}
