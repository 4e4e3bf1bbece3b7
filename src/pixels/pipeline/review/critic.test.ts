/** What the critic is shown, against means of areas by their definition, and what it may answer. */
import { expect, test } from 'vitest';
import { randomBytes, randomly } from '../../kernels/testing/random.ts';
import type { ByteTensor, Networks, Tensor } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { type Layer, layerOver } from '../plane/layer.ts';
import { criticismOf } from './critic.ts';

const sidePx = 8;
const picture = { widthPx: 400, heightPx: 200 };
const chance = (value: number): Tensor => ({
  name: 'failed',
  datatype: 'FP32',
  shape: [1],
  data: Float32Array.of(value),
});
const map: Tensor = { name: 'wrong', datatype: 'UINT8', shape: [1, 2, 1, 2], data: Uint8Array.of(0, 0, 9, 0) };

function criticWith(answer: readonly Tensor[]) {
  const shown: ByteTensor[] = [];
  const networks: Networks = {
    describe: async () => ({ inputs: [{ name: 'image', shape: [-1, sidePx, sidePx, 4] }], outputs: [] }),
    async infer(model, [input]) {
      expect(model).toBe('critic');
      shown.push(input);
      return answer;
    },
  };
  return { networks, shown };
}

const samples = randomBytes(32 * 48 * 3, randomly(5));
const seen = framePicture({ widthPx: 32, heightPx: 48, channels: 3, samples, orientation: 1, icc: null });
const plane = { widthPx: 64, heightPx: 16, samples: randomBytes(64 * 16, randomly(6)) };

/** Means of blocks of values in rows of `width`, one for each of 8 × 8 cells over `height` rows. */
function blockMeans(values: ArrayLike<number>, width: number, height: number): number[] {
  const [across, down] = [width / sidePx, height / sidePx];
  return Array.from({ length: sidePx * sidePx }, (_, cell) => {
    const [left, top] = [(cell % sidePx) * across, Math.floor(cell / sidePx) * down];
    let sum = 0;
    for (let y = top; y < top + down; y++) for (let x = left; x < left + across; x++) sum += values[y * width + x];
    return sum / (across * down);
  });
}

/** Whether one channel of what was shown is these means, rounded. */
function expectChannel({ data }: ByteTensor, channel: number, means: readonly number[]): void {
  const values = data.filter((_, at) => at % 4 === channel);
  means.forEach((mean, at) => {
    expect(Math.abs(values[at] - mean), `channel ${channel}, cell ${at}`).toBeLessThanOrEqual(0.501);
  });
}

test('it is shown red, green, blue and alpha of the whole picture, as means of areas', async () => {
  const { networks, shown } = criticWith([chance(0.25), map]);
  expect(await criticismOf({ picture, layer: layerOver(plane, picture) }, seen, networks, 'critic')).toEqual({
    failed: 0.25,
    lookFirst: { leftPx: 0, topPx: 0, widthPx: 200, heightPx: 200 },
  });
  const [input, ...further] = shown;
  expect(further).toEqual([]);
  expect(input).toMatchObject({ name: 'image', datatype: 'UINT8', shape: [1, sidePx, sidePx, 4] });
  for (const channel of [0, 1, 2]) {
    const values = samples.filter((_, at) => at % 3 === channel);
    expectChannel(input, channel, blockMeans(values, 32, 48));
  }
  expectChannel(input, 3, blockMeans(plane.samples, 64, 16));
});

test('of a close-up it is shown the place in the picture, and nothing around it', async () => {
  const { networks, shown } = criticWith([chance(0)]);
  // The right half of the lower half.
  const region = { leftPx: 200, topPx: 100, widthPx: 200, heightPx: 100 };
  const layer: Layer = { plane, region, outside: 0 };
  await criticismOf({ picture, layer }, seen, networks, 'critic');
  const whole = new Uint8Array(128 * 32);
  for (let y = 0; y < 16; y++) whole.set(plane.samples.subarray(y * 64, (y + 1) * 64), (16 + y) * 128 + 64);
  expectChannel(shown[0], 3, blockMeans(whole, 128, 32));
});

test.each([
  ['nothing', []],
  ['a map alone', [map]],
  ['no number', [chance(Number.NaN)]],
  ['more than is possible', [chance(1.01)]],
  ['less than is possible', [chance(-0.01)]],
  ['bytes', [{ ...map, name: 'failed' }]],
] as [string, Tensor[]][])('that answers %s is at fault', async (_what, answer) => {
  const { networks } = criticWith(answer);
  const asked = criticismOf({ picture, layer: layerOver(plane, picture) }, seen, networks, 'critic');
  await expect(asked).rejects.toMatchObject({ name: 'NetworkFault', kind: 'failed' });
});
