/** `edge_colors` of operations 1 and 2. */
import { expect, test } from 'vitest';
import { jsonOf } from '../../testing/http-message.ts';
import { encode, paint, readSamples, type Samples } from '../../testing/photos.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { invalid } from '../contract.ts';
import { declareService } from '../service.ts';

const service = declareService();

/** To the network of these tests, brightness is alpha: here it rises from left to right, within an eighth of the width. */
const [width, height] = [64, 16];
const painted = paint(width, height, 3, (x, y) => {
  const light = Math.min(255, Math.max(0, (x - 27) * 28));
  return [light, Math.min(255, light + (y % 3)), Math.min(255, Math.max(0, light * 1.25 - 40))];
});

async function cutout(edgeColours: string | undefined, encoding: 'multipart' | 'json'): Promise<Samples> {
  const image = await encode(painted, 'png');
  const { key } = await service.createKey();
  if (encoding === 'multipart') {
    const parts = edgeColours === undefined ? [] : [{ name: 'edge_colors', content: edgeColours }];
    const answer = await service.send(
      multipartCall('/v1.0/image-without-background', key, [filePart(image), ...parts]),
    );
    expect(answer.status).toBe(200);
    return readSamples(answer.body);
  }
  const body = {
    image_base64: image.toString('base64'),
    ...(edgeColours === undefined ? {} : { edge_colors: edgeColours }),
  };
  const answer = await service.send(jsonCall('/v1.0/image-without-background-base64', key, body));
  expect(answer.status).toBe(200);
  const { img_without_background_base64: text } = jsonOf(answer) as { img_without_background_base64: string };
  return readSamples(Buffer.from(text, 'base64'));
}

const pixels = Array.from({ length: width * height }, (_, at) => at);
const rgb = ({ data, channels }: Samples, pixel: number) => [...data.subarray(pixel * channels, pixel * channels + 3)];

test.each(['multipart', 'json'] as const)('%s: refined is the default, original keeps the photo', async (encoding) => {
  const [byDefault, refined, original] = await Promise.all(
    [undefined, 'refined', 'original'].map((choice) => cutout(choice, encoding)),
  );
  expect(byDefault.data.equals(refined.data)).toBe(true);
  const soft = pixels.filter((pixel) => original.data[pixel * 4 + 3] > 0 && original.data[pixel * 4 + 3] < 255);
  expect(soft.length).toBeGreaterThan(100);
  for (const pixel of pixels) {
    const alpha = original.data[pixel * 4 + 3];
    expect(refined.data[pixel * 4 + 3]).toBe(alpha);
    if (alpha > 0) expect(rgb(original, pixel)).toEqual(rgb(painted, pixel));
    if (alpha === 255) expect(rgb(refined, pixel)).toEqual(rgb(painted, pixel));
  }
  expect(soft.some((pixel) => rgb(refined, pixel).join() !== rgb(original, pixel).join())).toBe(true);
});

test('another value is refused and costs nothing', async () => {
  const expected = invalid(['body', 'edge_colors'], 'enum', /^Expected 'refined' or 'original' for edge_colors/);
  const image = service.image.toString('base64');
  const parts = [filePart(service.image), { name: 'edge_colors', content: 'clean' }];
  await service.expectRefused((key) => multipartCall('/v1.0/image-without-background', key, parts), expected);
  const body = { image_base64: image, edge_colors: true };
  await service.expectRefused((key) => jsonCall('/v1.0/image-without-background-base64', key, body), expected);
});

test('a matte has no colours: the option is ignored like any that is unknown', async () => {
  const { key } = await service.createKey();
  const parts = [filePart(service.image), { name: 'edge_colors', content: 'clean' }];
  expect((await service.send(multipartCall('/v1.0/alpha-channel', key, parts))).status).toBe(200);
  const body = { image_base64: service.image.toString('base64'), edge_colors: 7 };
  expect((await service.send(jsonCall('/v1.0/alpha-channel-base64', key, body))).status).toBe(200);
});
