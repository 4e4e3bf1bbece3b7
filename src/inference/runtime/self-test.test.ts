import { describe, expect, it, vi } from 'vitest';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import { summarise, testNetwork } from './self-test.ts';
import type { Session } from './session.ts';

const model: ServedModel = {
  name: 'two',
  file: '/models/two/model.onnx',
  precision: 'fp32',
  weights: '',
  inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 96, 4] }],
  outputs: [
    { name: 'red', datatype: 'UINT8', shape: [-1, 64, 96] },
    { name: 'shares', datatype: 'FP32', shape: [-1, 2] },
  ],
  maxBatch: 1,
};

/** Gives back the red channel with something added, and two numbers. */
function network(change: { readonly red?: number; readonly shares?: readonly number[] } = {}): Session {
  return {
    inputNames: ['image'],
    outputNames: ['red', 'shares'],
    run: async ([image]): Promise<WireTensor[]> => {
      const data = image.data.filter((_, index) => index % 4 === 0).map((value) => value + (change.red ?? 0));
      const shares = new Uint8Array(Float32Array.from(change.shares ?? [0.25, 0.75]).buffer);
      return [
        { name: 'red', datatype: 'UINT8', shape: image.shape.slice(0, 3), data },
        { name: 'shares', datatype: 'FP32', shape: [1, 2], data: shares },
      ];
    },
  };
}

const stored = async (image: number[] = [1, 32, 48, 4]): Promise<ServedModel> => {
  const answer = { source: '0', inputs: { image }, outputs: {} };
  return { ...model, answer: { ...answer, outputs: await summarise({ ...model, answer }, network()) } };
};

it('points are one on the middle of the picture, and padding', async () => {
  const points = { name: 'points', datatype: 'UINT8' as const, shape: [1, 3, 5] };
  const run = vi.fn(async (inputs: readonly WireTensor[]) => inputs);
  await summarise({ ...model, inputs: [points], outputs: [] }, { inputNames: ['points'], outputNames: [], run });
  const row = new Array(5).fill(255);
  expect([...run.mock.calls[0][0][0].data]).toEqual([128, 0, 128, 0, 1, ...row, ...row]);
});

describe('a network', () => {
  it('that answers as before passes', async () => {
    await testNetwork(await stored(), network());
  });

  it('may differ a little, as precisions do', async () => {
    await testNetwork(await stored(), network({ red: 5, shares: [0.24, 0.76] }));
  });

  it.each([
    [
      { red: 12 },
      'its output red differs from the stored one by 4.7 % of its range in the mean, where 3.0 % are allowed',
    ],
    [{ shares: [0.75, 0.25] }, 'its output shares differs from the stored one by 66.7 % of its range in the mean'],
    [{ shares: [Number.NaN, 0.75] }, 'its output shares differs from the stored one by NaN %'],
  ])('that answers otherwise fails: %j', async (change, message) => {
    await expect(testNetwork(await stored(), network(change))).rejects.toThrow(message);
  });

  it('without a stored answer is only run, at the shape that it declares', async () => {
    const shapes: (readonly number[])[] = [];
    const session: Session = {
      ...network(),
      run: async ([image]) => {
        shapes.push(image.shape);
        return [];
      },
    };
    await testNetwork(model, session);
    expect(shapes).toEqual([[1, 64, 96, 4]]);
    const broken: Session = { ...session, run: () => Promise.reject(new Error('no such operator')) };
    await expect(testNetwork(model, broken)).rejects.toThrow('no such operator');
  });
});

describe('the picture', () => {
  it.each([
    [4, 3],
    [5, 3],
    [5, 4],
  ])('of %i channels is the same everywhere, begins with 0 and has the ball as number %i', async (channels, of) => {
    const pictures: Uint8Array[] = [];
    const session: Session = {
      ...network(),
      run: async ([image]) => {
        pictures.push(image.data);
        return [];
      },
    };
    for (let time = 0; time < 2; time += 1)
      await testNetwork(await stored([1, 16, 16, channels]), session).catch(() => {});
    const [first, second] = pictures;
    expect(first).toEqual(second);
    expect(first[0]).toBe(0);
    const outline = first.filter((_, index) => index % channels === of);
    expect(new Set(outline)).toEqual(new Set([0, 255]));
    expect(outline[8 * 16 + 8]).toBe(255);
  });
});

describe('a summary', () => {
  it('is 16 × 16 means of a map and the numbers themselves of a short list', async () => {
    const summary = await summarise(model, network());
    expect(summary.red).toHaveLength(256);
    expect(summary.shares).toEqual([0.25, 0.75]);
  });
});
