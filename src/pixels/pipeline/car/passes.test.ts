/** What the matte network is shown of a car beside its crop, and where its answers are. */
import { describe, expect, test } from 'vitest';
import { type ByteTensor, NetworkFault, type Networks } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { furtherPasses, squareAround } from './passes.ts';

const side = 4;
const region = { leftPx: 0, topPx: 4, widthPx: 16, heightPx: 8 };
/** Grey that grows to the right. */
const picture = framePicture({
  ...{ widthPx: 16, heightPx: 16, channels: 3 },
  samples: Uint8Array.from({ length: 16 * 16 * 3 }, (_, at) => 10 * (Math.floor(at / 3) % 16)),
  orientation: 1,
  icc: null,
});
const plane = { widthPx: side, heightPx: side, samples: new Uint8Array(side * side) };
const first = {
  layer: { plane, region, outside: 0 },
  colours: Uint8Array.from({ length: side * side * 3 }, (_, at) => 50 * (Math.floor(at / 3) % side)),
};

/** A network that answers the red that it is shown, so many times. */
function networks(answers: number) {
  const shown: ByteTensor[] = [];
  const port: Networks = {
    describe: async () => ({ inputs: [{ name: 'image', shape: [-1, side, side, 3] }], outputs: [] }),
    async infer(_, [input]) {
      if (shown.length >= answers) throw new NetworkFault('unavailable', 'The queue is full');
      shown.push(input);
      const data = input.data.filter((_value, at) => at % 3 === 0);
      return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data }];
    },
  };
  return { port, shown };
}

describe('further passes over a car', () => {
  test('show it mirrored, and turn the answer back', async () => {
    const { port, shown } = networks(2);
    const [low, mirrored] = await furtherPasses(picture, port, 'matte', first, first.layer);
    expect(low).toBe(plane);
    expect([...shown[0].data.subarray(0, 12)]).toEqual([150, 150, 150, 100, 100, 100, 50, 50, 50, 0, 0, 0]);
    expect([...mirrored.samples.subarray(0, 4)]).toEqual([0, 50, 100, 150]);
  });

  test('show a square, and read the crop from it', async () => {
    const [, , square] = await furtherPasses(picture, networks(2).port, 'matte', first, first.layer);
    expect(square).toMatchObject({ widthPx: side, heightPx: side });
    expect([...square.samples.subarray(0, 4)]).toEqual([15, 55, 95, 135]);
  });

  test.each([0, 1])('are none where only %i can be had', async (answers) => {
    expect(await furtherPasses(picture, networks(answers).port, 'matte', first, first.layer)).toEqual([]);
  });

  test.each([
    [region, { leftPx: 0, topPx: 0, widthPx: 16, heightPx: 16 }],
    [
      { leftPx: 2, topPx: 0, widthPx: 4, heightPx: 10 },
      { leftPx: 0, topPx: 0, widthPx: 10, heightPx: 10 },
    ],
    [
      { leftPx: 10, topPx: 12, widthPx: 6, heightPx: 4 },
      { leftPx: 10, topPx: 11, widthPx: 6, heightPx: 5 },
    ],
  ])('the square holds the crop and is in the picture', (crop, square) => {
    expect(squareAround(crop, picture)).toEqual(square);
  });
});
