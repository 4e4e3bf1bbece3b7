/** Small pictures are what the service would have made of the large ones. */
import { expect, test } from 'vitest';
import { axisTaps } from '../../../src/pixels/pipeline/plane/taps.ts';
import { shrunk } from './shrink.ts';

const [width, height] = [157, 83];
const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * at * 13 + at * 5) % 256);

test('each pixel is the mean of what it covers, laid over grey', () => {
  const small = shrunk({ width, height, data }, 50);
  expect([small.width, small.height]).toEqual([50, 26]);
  const columns = axisTaps(width, 50);
  const rows = axisTaps(height, 26);
  for (let y = 0; y < 26; y++) {
    for (let x = 0; x < 50; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let down = 0; down < rows.count[y]; down++) {
          for (let across = 0; across < columns.count[x]; across++) {
            const at = ((rows.first[y] + down) * width + columns.first[x] + across) * 4;
            const weight = rows.weights[y * rows.stride + down] * columns.weights[x * columns.stride + across];
            sum += (128 + ((data[at + c] - 128) * data[at + 3]) / 255) * weight;
          }
        }
        expect(Math.abs(small.data[(y * 50 + x) * 3 + c] - sum)).toBeLessThan(0.51);
      }
    }
  }
});

test('what fits is not enlarged, and no side falls to nothing', () => {
  expect(shrunk({ width, height, data }, 1024)).toMatchObject({ width, height });
  expect(shrunk({ width: 4000, height: 1, data: new Uint8Array(16_000) }, 100)).toMatchObject({
    width: 100,
    height: 1,
  });
});
