import { describe, expect, test } from 'vitest';
import { type ByteTensor, NetworkAbsent, NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import type { Point } from './pixels.ts';
import { maskPx, segmented } from './segmenter.ts';

const [widthPx, heightPx] = [300, 200];
/** As in the square. */
const colours = Uint8Array.from({ length: 1024 * 683 * 3 }, (_, at) => [10, 20, 30][at % 3]);
const picture = { widthPx, heightPx };
const point = (x: number, y: number): Point => ({ kind: 'keep', x, y });

/** Masks by what each place of them has. */
type Draw = (x: number, y: number) => number;

function networks(...draws: readonly Draw[]) {
  const asked: (readonly ByteTensor[])[] = [];
  const data = Uint8Array.from({ length: draws.length * maskPx * maskPx }, (_, at) => {
    const place = at % (maskPx * maskPx);
    return draws[Math.floor(at / (maskPx * maskPx))](place % maskPx, Math.floor(place / maskPx));
  });
  let answer: Tensor = { name: 'masks', datatype: 'UINT8', shape: [1, draws.length, maskPx, maskPx], data };
  const port: Networks = {
    describe: async () => ({ inputs: [], outputs: [] }),
    async infer(model, inputs) {
      expect(model).toBe('point-segmenter');
      asked.push(inputs);
      return [answer];
    },
  };
  return {
    port,
    asked,
    say(other: Partial<Tensor>) {
      // What a test says may be no tensor.
      answer = { ...answer, ...other } as Tensor;
    },
  };
}

describe('the segmenter', () => {
  test('is shown the picture at the top left of a square, and points in sixty-fourths of its pixels', async () => {
    const { port, asked } = networks(() => 255);
    await segmented(picture, colours, [point(0, 0), { kind: 'drop', x: 299, y: 199 }], port);
    const [[image, first], [again, second]] = asked;
    expect(again.data).toBe(image.data);
    expect([image.name, image.shape, first.name, first.shape]).toEqual([
      'image',
      [1, 1024, 1024, 3],
      'points',
      [1, 33, 5],
    ]);
    const at = (x: number, y: number) => [...image.data.subarray((y * 1024 + x) * 3, (y * 1024 + x) * 3 + 3)];
    expect([at(0, 0), at(1023, 682), at(0, 683), at(1023, 1023)]).toEqual([
      [10, 20, 30],
      [10, 20, 30],
      [124, 116, 104],
      [124, 116, 104],
    ]);
    const rowOf = ({ data }: ByteTensor) => {
      const [xHigh, xLow, yHigh, yLow, label] = data;
      return [(xHigh * 256 + xLow) / 64, (yHigh * 256 + yLow) / 64, label, data[9], data[164]];
    };
    // Half a pixel of 1024 / 300 and of 683 / 200; each is what is looked for when it is asked about alone.
    expect(rowOf(first)).toEqual([109 / 64, 109 / 64, 1, 255, 255]);
    expect(rowOf(second)).toEqual([
      Math.round(299.5 * (1024 / 300) * 64) / 64,
      Math.round(199.5 * 3.415 * 64) / 64,
      1,
      255,
      255,
    ]);
  });

  test('gives the parts that hold a point, without what it says of the bar, single places and specks', async () => {
    const half: Draw = (x, y) => (x < 128 ? 255 : x === 200 && y === 20 ? 255 : x >= 220 && x < 224 && y < 4 ? 255 : 0);
    const { port } = networks(half, (x) => (x >= 128 ? 255 : 0));
    const { parts, ask } = await segmented(picture, colours, [point(10, 10)], port);
    expect(parts.map(({ candidates }) => candidates.length)).toEqual([1]);
    const [{ candidates }] = parts;
    const inside = [...candidates[0].samples.keys()].filter((at) => candidates[0].samples[at] >= 128);
    expect(Math.max(...inside.map((at) => at % maskPx))).toBe(127);
    expect(Math.max(...inside.map((at) => Math.floor(at / maskPx)))).toBe(Math.ceil(683 / 4) - 1);
    expect(await ask([point(10, 10), point(290, 10)], [])).toEqual([]);
  });

  test('that the server does not have makes points wrong, and only that', async () => {
    const { port, asked } = networks(() => 255);
    const without = (fault: NetworkFault) => ({ ...port, describe: () => Promise.reject(fault) });
    const answer = (fault: NetworkFault) =>
      segmented(picture, colours, [{ kind: 'drop', x: 1, y: 1 }, point(9, 9)], without(fault));
    await expect(answer(new NetworkAbsent('404'))).rejects.toMatchObject({
      name: 'PointFault',
      field: 'drop_points',
      code: 'VALIDATION_ERROR',
    });
    await expect(answer(new NetworkFault('failed', '500'))).rejects.toMatchObject({ name: 'NetworkFault' });
    expect(asked).toEqual([]);
  });

  test.each<[string, Partial<Tensor>]>([
    ['floats', { datatype: 'FP32' }],
    ['another size', { shape: [1, 1, 128, 512] }],
    ['no mask', { shape: [1, 0, maskPx, maskPx], data: new Uint8Array(0) }],
    ['fewer bytes', { data: new Uint8Array(7) }],
  ])('that answers with %s has failed', async (_what, wrong) => {
    const { port, say } = networks(() => 255);
    say(wrong);
    await expect(segmented(picture, colours, [point(1, 1)], port)).rejects.toThrow(NetworkFault);
  });
});
