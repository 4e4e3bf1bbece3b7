import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { RunRequest } from '../run-request.ts';
import { KeptOutputs } from './kept-outputs.ts';
import { keptMs } from './kept-tensors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const bytes = (name: string, ...data: number[]): WireTensor => ({
  name,
  datatype: 'UINT8',
  shape: [data.length],
  data: Uint8Array.from(data),
});

const luma: ServedModel = {
  name: 'luma',
  file: '',
  precision: 'fp32',
  weights: '',
  inputs: [],
  outputs: [],
  maxBatch: 1,
};
const points: ServedModel = {
  ...luma,
  name: 'points',
  encoder: { file: '', precision: 'int8', inputs: ['image'], outputs: ['encoding'] },
};

/** A network that gives back what it got, and room for outputs. */
function outputs(limitBytes = 1 << 20) {
  const onLookup = vi.fn();
  const kept = new KeptOutputs(limitBytes, onLookup);
  const run = vi.fn(async ({ inputs, outputs: names }: RunRequest) =>
    names.map((name) => bytes(name, ...inputs.flatMap(({ data }) => [...data]))),
  );
  const ask = (changes: Partial<RunRequest> = {}, model = luma) =>
    kept.run(model, { caller: 'a', inputs: [bytes('image', 7)], outputs: ['matte'], deadlineMs: 1, ...changes }, run);
  return { kept, run, ask, onLookup };
}

describe('the outputs of a network', () => {
  it('are those of an equal run of the caller, and it is not run', async () => {
    const { ask, run, onLookup } = outputs();
    const first = await ask();
    expect(await ask({ call: 'another', deadlineMs: 2 })).toBe(first);
    expect(run).toHaveBeenCalledTimes(1);
    expect(onLookup.mock.calls).toEqual([
      [luma, false],
      [luma, true],
    ]);
  });

  it.each<[string, Partial<RunRequest>, Partial<ServedModel>]>([
    ['another caller', { caller: 'b' }, {}],
    ['another input', { inputs: [bytes('image', 8)] }, {}],
    ['an input of another name', { inputs: [bytes('photo', 7)] }, {}],
    ['an input of another shape', { inputs: [{ ...bytes('image', 7), shape: [1, 1] }] }, {}],
    ['an input of another datatype', { inputs: [{ ...bytes('image', 7), datatype: 'INT8' }] }, {}],
    ['other outputs', { outputs: ['matte', 'glass'] }, {}],
    ['another network', {}, { name: 'other' }],
    ['another precision', {}, { precision: 'int8' }],
  ])('are others for %s', async (_what, changes, modelChanges) => {
    const { ask, run } = outputs();
    await ask();
    await ask(changes, { ...luma, ...modelChanges });
    await ask();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('are not kept of a run that fails', async () => {
    const { ask, run, kept } = outputs();
    run.mockRejectedValueOnce(new Error('full'));
    await expect(ask()).rejects.toThrow('full');
    expect(kept.bytes).toBe(0);
    await ask();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('are kept once of two equal runs at once', async () => {
    const { ask, run, kept } = outputs();
    await ask();
    const once = kept.bytes;
    await Promise.all([ask({ inputs: [bytes('image', 8)] }), ask({ inputs: [bytes('image', 8)] })]);
    expect([run.mock.calls.length, kept.bytes]).toEqual([3, 2 * once]);
  });

  it('are gone after ten minutes, and at the end', async () => {
    const { ask, run, kept } = outputs();
    await ask();
    vi.advanceTimersByTime(keptMs);
    expect(kept.bytes).toBe(0);
    await ask();
    kept.close();
    await ask();
    expect([run.mock.calls.length, kept.bytes]).toEqual([3, 0]);
  });

  it.each([luma, points])('of $name are not kept, and not looked for, where there is no room at all', async (model) => {
    const { ask, run, kept, onLookup } = outputs(0);
    for (const _time of [1, 2]) await ask({}, model);
    expect(run.mock.calls.map(([request]) => request.outputs)).toEqual([['matte'], ['matte']]);
    expect([kept.bytes, onLookup.mock.calls]).toEqual([0, []]);
  });
});

describe('of a network behind an encoder', () => {
  const about = (image: number, point: number): Partial<RunRequest> => ({
    inputs: [bytes('image', image), bytes('points', point)],
    outputs: ['masks'],
  });

  it('what the encoder made of a picture serves other points, and the network is run for them', async () => {
    const { ask, run, onLookup } = outputs();
    expect(await ask(about(7, 1), points)).toEqual([bytes('masks', 7, 1)]);
    await ask(about(7, 2), points);
    await ask(about(7, 1), points);
    // The network of this test makes all its outputs of all its inputs.
    const encoding = bytes('encoding', 7, 1);
    expect(run.mock.calls.map(([{ inputs, outputs: names }]) => [inputs, names])).toEqual([
      [
        [bytes('image', 7), bytes('points', 1)],
        ['masks', 'encoding'],
      ],
      [[encoding, bytes('points', 2)], ['masks']],
      [[encoding, bytes('points', 1)], ['masks']],
    ]);
    expect(onLookup.mock.calls.map(([, found]) => found)).toEqual([false, true, true]);
  });

  it.each<[string, Partial<RunRequest>, ServedModel]>([
    ['another picture', about(8, 1), points],
    ['another caller', { ...about(7, 1), caller: 'b' }, points],
    [
      'another precision',
      about(7, 1),
      { ...points, encoder: { file: '', inputs: ['image'], outputs: ['encoding'], precision: 'fp32' } },
    ],
  ])('it is another for %s', async (_what, changes, model) => {
    const { ask, run } = outputs();
    await ask(about(7, 1), points);
    await ask(changes, model);
    expect(run.mock.calls.map(([request]) => request.outputs)).toEqual(Array(2).fill(['masks', 'encoding']));
  });

  it('nothing is kept of a run that fails', async () => {
    const { ask, run, kept } = outputs();
    run.mockRejectedValueOnce(new Error('refused'));
    await expect(ask(about(7, 1), points)).rejects.toThrow('refused');
    expect(kept.bytes).toBe(0);
  });
});
