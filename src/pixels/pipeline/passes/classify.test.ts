/** The answer of the classifier, and its absence. */
import { describe, expect, test } from 'vitest';
import { NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { classify } from './classify.ts';

const picture = framePicture({
  widthPx: 8,
  heightPx: 8,
  channels: 3,
  samples: new Uint8Array(8 * 8 * 3),
  orientation: 1,
  icc: null,
});

function networks(answer: () => Tensor[]): Networks {
  return {
    describe: async () => ({ inputs: [{ name: 'image', shape: [-1, 4, 4, 3] }], outputs: [] }),
    infer: async () => answer(),
  };
}

function probabilities(...values: number[]): Tensor[] {
  return [{ name: 'probabilities', datatype: 'FP32', shape: [1, 2], data: Float32Array.from(values) }];
}

describe('the classifier', () => {
  test.each([
    [0.97314, { photo: 0.9731, graphic: 0.0269 }],
    [1, { photo: 1, graphic: 0 }],
    [0.33333, { photo: 0.3333, graphic: 0.6667 }],
    [-1e-9, { photo: 0, graphic: 1 }],
  ])('that says %f gives four decimals which sum to 1', async (photo, expected) => {
    expect(
      await classify(
        picture,
        networks(() => probabilities(photo, 1 - photo)),
      ),
    ).toEqual(expected);
  });

  test('that is down costs nothing but its own answer', async () => {
    const down = networks(() => {
      throw new NetworkFault('unavailable', 'full');
    });
    expect(await classify(picture, down)).toBeNull();
    expect(
      await classify(
        picture,
        networks(() => []),
      ),
    ).toBeNull();
  });

  test('that is broken by us is not hidden', async () => {
    const broken = networks(() => {
      throw new TypeError('a bug');
    });
    await expect(classify(picture, broken)).rejects.toThrow('a bug');
  });
});
