/** A matte is read as the service reads its own. */
import { describe, expect, test } from 'vitest';
import { LayerSampler, layerOver } from '../../../src/pixels/pipeline/plane/layer.ts';
import { applyMatte, type Grey } from './matte.ts';

function noisyMatte(width: number, height: number): Grey {
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, at) => (at * at * 31 + at * 7) % 256) };
}

describe.each([
  [
    [40, 30],
    [40, 30],
  ],
  [
    [97, 61],
    [40, 30],
  ],
  [
    [1000, 3],
    [17, 1],
  ],
  [
    [1, 50],
    [1, 7],
  ],
  [
    [20, 10],
    [60, 40],
  ],
])('a picture of %j and a matte of %j', ([width, height], [matteWidth, matteHeight]) => {
  test('alpha is that of the service, within rounding', () => {
    const matte = noisyMatte(matteWidth, matteHeight);
    const picture = applyMatte({ width, height, data: new Uint8Array(width * height * 4).fill(255) }, matte);
    const plane = { widthPx: matteWidth, heightPx: matteHeight, samples: Uint8Array.from(matte.data) };
    const sampler = new LayerSampler(layerOver(plane, { widthPx: width, heightPx: height }));
    const row = new Uint8Array(width);
    let different = 0;
    for (let y = 0; y < height; y++) {
      sampler.row(y, width, row);
      for (let x = 0; x < width; x++) {
        const difference = Math.abs(row[x] - picture.data[(y * width + x) * 4 + 3]);
        expect(difference).toBeLessThanOrEqual(1);
        different += difference;
      }
    }
    // The service blends in single precision.
    expect(different).toBeLessThanOrEqual(width * height * 0.002);
  });
});

test('alpha of the picture counts, and where nothing is left the colour goes', () => {
  const data = Uint8Array.of(...[9, 8, 7, 128], ...[9, 8, 7, 255], ...[9, 8, 7, 255], ...[9, 8, 7, 0]);
  const matte = { width: 4, height: 1, data: Uint8Array.of(255, 100, 0, 255) };
  const { data: result } = applyMatte({ width: 4, height: 1, data }, matte);
  expect([...result]).toEqual([...[9, 8, 7, 128], ...[9, 8, 7, 100], ...[0, 0, 0, 0], ...[0, 0, 0, 0]]);
});
