/** Edges drawn by the refiner, on both lanes: here it answers with the red of the photo, so that is the alpha. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelOf, encode, paint, readSamples, type Samples } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, type StackSettings, startStack } from '../stack.ts';

const [width, height] = [700, 500];
const [black, white] = [200, 580];
/** Brightness is the coarse alpha: clear on the left, opaque on the right, unknown between. There red is a fine pattern. */
const photo = paint(width, height, 3, (x, y) => {
  if (x < black) return [0, 0, 0];
  return x < white ? [(x * 37 + y * 91) & 255, 128, 128] : [255, 255, 255];
});

function declareStack(settings: StackSettings) {
  let stack: Stack;
  let key: string;
  beforeAll(async () => {
    stack = await startStack({ ...settings, edgeVariables: { MATTE_REFINER: 'on' } });
    ({ key } = await stack.createKey());
  });
  afterAll(() => stack.stop());
  return {
    send: async (operation: string, format: 'png' | 'tiff', refine = 'auto') => {
      const parts = [filePart(await encode(photo, format)), { name: 'refine', content: refine }];
      return sendWithFetch(stack.base, multipartCall(`/v1.0/${operation}`, key, parts));
    },
    credit: () => stack.credit(key),
  };
}

describe('with the network', () => {
  const { send } = declareStack({});

  async function picture(operation: string, format: 'png' | 'tiff'): Promise<Samples> {
    const answer = await send(operation, format);
    expect(answer.status, answer.body.toString('utf8', 0, 300)).toBe(200);
    return readSamples(answer.body);
  }

  test("alpha is the refiner's, pixel by pixel, where all around was unknown and it answers otherwise", async () => {
    const alpha = channelOf(await picture('image-without-background', 'png'), 3);
    const red = channelOf(photo, 0);
    let refined = 0;
    // The coarse alpha is the mean of a few pixels' brightness, of which red is the smaller part.
    for (let at = 0; at < alpha.length; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      if (x < black - 6) expect(alpha[at]).toBe(0);
      const isInside = x > black + 40 && x < white - 40 && y > 40 && y < height - 40;
      if (!isInside || Math.abs(red[at] - 128) < 100) continue;
      expect(alpha[at]).toBe(red[at]);
      refined++;
    }
    expect(refined).toBeGreaterThan(20_000);
  });

  test.each(['image-without-background', 'alpha-channel', 'car-image-without-background'])(
    '%s is the same from the edge and from the image lane',
    async (operation) => {
      const [edge, image] = await Promise.all([picture(operation, 'png'), picture(operation, 'tiff')]);
      expect(edge.data.equals(image.data)).toBe(true);
    },
  );

  test('the matte is the alpha of the cutout', async () => {
    const [matte, cutout] = await Promise.all([
      picture('alpha-channel', 'png'),
      picture('image-without-background', 'png'),
    ]);
    expect(channelOf(matte, 0).equals(channelOf(cutout, 3))).toBe(true);
  });
});

describe('without the network', () => {
  const { send, credit } = declareStack({ models: ['luma'] });

  test.each(['png', 'tiff'] as const)('a %s is answered as it was drawn, and says so', async (format) => {
    const before = await credit();
    const left = await send('alpha-channel', format);
    expect([left.status, left.headers.get('X-Refined')]).toEqual([200, 'false']);
    const off = await send('alpha-channel', format, 'off');
    expect([off.status, off.headers.get('X-Refined')]).toEqual([200, null]);
    expect(left.body.equals(off.body)).toBe(true);
    expect(await credit()).toBe(before - 2);
  });
});
