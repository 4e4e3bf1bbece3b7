/** Photo or graphic: in answers of operations 1 to 4, and when it is left out. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { type Answer, jsonOf } from '../../testing/http-message.ts';
import { encode, paint, photo } from '../../testing/photos.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { expectCharged } from '../accounts.ts';
import { declareOwnService, declareService } from '../service.ts';

const names = [
  'image-without-background',
  'image-without-background-base64',
  'alpha-channel',
  'alpha-channel-base64',
] as const;

/** The pair that an answer states, undefined where it states none. */
function stated({ headers }: Answer): unknown {
  const [photo, graphic] = [headers.get('X-Image-Type-Photo'), headers.get('X-Image-Type-Graphic')];
  return photo === null && graphic === null ? undefined : { photo, graphic };
}

describe('with a classifier', () => {
  const service = declareService();

  describe.each(names)('%s', (name) => {
    const { path, encoding } = operationNamed(name);

    const answerTo = async (image: Buffer, option?: boolean) => {
      const { key } = await service.createKey();
      const call =
        encoding === 'json'
          ? jsonCall(path, key, { image_base64: image.toString('base64'), include_image_type: option })
          : multipartCall(path, key, [
              filePart(image),
              ...(option === undefined ? [] : [{ name: 'include_image_type', content: String(option) }]),
            ]);
      const answer = await service.send(call);
      expect(answer.status).toBe(200);
      return answer;
    };
    const grey = (value: number) =>
      encode(
        paint(40, 30, 3, () => [value, value, value]),
        'png',
      );
    const pairOf = (answer: Answer) =>
      encoding === 'json' ? (jsonOf(answer) as { image_type?: unknown }).image_type : stated(answer);

    test.each([
      [255, 1, 0],
      [51, 0.2, 0.8],
      [100, 0.3922, 0.6078],
      [0, 0, 1],
    ])(
      'states the probabilities of a picture of grey %i with four decimals, by default',
      async (value, photo, graphic) => {
        const expected =
          encoding === 'json' ? { photo, graphic } : { photo: photo.toFixed(4), graphic: graphic.toFixed(4) };
        expect(pairOf(await answerTo(await grey(value)))).toEqual(expected);
        expect(pairOf(await answerTo(await grey(value), true))).toEqual(expected);
      },
    );

    test('states them for a picture of the image lane', async () => {
      const pair = pairOf(await answerTo(await photo('gif', 48, 32))) as { photo: unknown; graphic: unknown };
      expect(Number(pair.photo) + Number(pair.graphic)).toBeCloseTo(1, 6);
      expect(Number(pair.photo)).toBeGreaterThan(0.3);
      expect(Number(pair.photo)).toBeLessThan(0.7);
    });

    test('is left out where that was declined', async () => {
      const answer = await answerTo(await grey(100), false);
      expect(stated(answer)).toBeUndefined();
      if (encoding === 'json') expect(Object.keys(jsonOf(answer) as object)).not.toContain('image_type');
    });
  });
});

describe('without a classifier that answers', () => {
  const service = declareOwnService({}, {}, ['luma']);

  test.each(names)('%s succeeds all the same, and is charged', async (name) => {
    const key = await service.createKey();
    const answer = await service.send(service.goodCall(name, key.key));
    expect(answer.status).toBe(200);
    expect(stated(answer)).toBeUndefined();
    if (operationNamed(name).encoding === 'json') {
      expect((jsonOf(answer) as { image_type: unknown }).image_type).toBeNull();
    }
    await expectCharged(service.stack, key, 5, [answer.headers.get('X-Request-Id')]);
  });
});
