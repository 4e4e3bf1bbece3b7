/** Edges drawn by the refiner, on both lanes: here it answers with the red of the photo, so that is the alpha. */
import { expect, test } from 'vitest';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { channelOf, encode, paint, readSamples, type Samples } from '../../../testing/photos.ts';
import { filePart, multipartCall } from '../../../testing/requests.ts';

const [width, height] = [700, 500];
const [black, white] = [200, 580];
/** Brightness is the coarse alpha: clear on the left, opaque on the right, unknown between. There red is a fine pattern. */
const photo = paint(width, height, 3, (x, y) => {
  if (x < black) return [0, 0, 0];
  return x < white ? [(x * 37 + y * 91) & 255, 128, 128] : [255, 255, 255];
});

const { send } = declareInProcess({ edgeVariables: { MATTE_REFINER: 'on' } });

async function picture(operation: string, format: 'png' | 'tiff'): Promise<Samples> {
  const parts = [filePart(await encode(photo, format)), { name: 'refine', content: 'auto' }];
  const { status, body } = await send(multipartCall(`/v1.0/${operation}`, '', parts));
  expect(status, body.toString('utf8', 0, 300)).toBe(200);
  return readSamples(body);
}

test("alpha is the refiner's, pixel by pixel, where all around was unknown and it answers otherwise", async () => {
  const alpha = channelOf(await picture('image-without-background', 'png'), 3);
  const red = channelOf(photo, 0);
  let refined = 0;
  const wrong: number[] = [];
  // The coarse alpha is the mean of a few pixels' brightness, of which red is the smaller part.
  for (let at = 0; at < alpha.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x < black - 6 && alpha[at] !== 0) wrong.push(at);
    const isInside = x > black + 40 && x < white - 40 && y > 40 && y < height - 40;
    if (!isInside || Math.abs(red[at] - 128) < 100) continue;
    if (alpha[at] !== red[at]) wrong.push(at);
    refined++;
  }
  expect(wrong).toEqual([]);
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
