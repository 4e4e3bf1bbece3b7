import { describe, expect, it, vi } from 'vitest';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { Runtime, Session } from '../runtime/session.ts';
import type { FromChild, ToChild } from './channel.ts';
import { type ParentChannel, serveSessions } from './serve-sessions.ts';

const model: ServedModel = {
  name: 'luma',
  file: '/models/luma/model.onnx',
  precision: 'fp32',
  weights: '',
  inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
  outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 8, 8] }],
  maxBatch: 1,
};

/** A child whose parent is the test. */
async function serve(session: Partial<Session> = {}) {
  const said: FromChild[] = [];
  const listeners = new Map<string, (message: ToChild) => void>();
  const exit = vi.fn();
  const parent: ParentChannel = {
    send: (message) => said.push(message) > 0,
    on: (event: string, listener: (message: ToChild) => void) => listeners.set(event, listener),
    // `process.exit` never returns; this one has to.
    exit: exit as unknown as ParentChannel['exit'],
  };
  const ran = vi.fn(async (_: readonly WireTensor[]): Promise<readonly WireTensor[]> => []);
  const runtime: Runtime = {
    open: vi.fn(async () => ({
      inputNames: ['image'],
      outputNames: ['matte', 'extra'],
      run: ran,
      ...session,
    })),
  };
  serveSessions(async () => runtime, parent);
  const send = async (message: ToChild): Promise<FromChild | undefined> => {
    const before = said.length;
    listeners.get('message')?.(message);
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(before), { timeout: 30_000 });
    return said.at(-1);
  };
  const load = (models = [model]) =>
    send({ kind: 'load', runtime: { name: 'native', threads: 1, providers: [] }, models });
  const run = (name = 'luma') => send({ kind: 'run', id: 4, model: name, inputs: [], outputs: ['matte'] });
  return { send, load, run, ran, runtime, listeners, exit };
}

describe('a child', () => {
  it('tests each file once before it says that it has loaded', async () => {
    const { load, ran } = await serve();
    const loaded = await load([model, { ...model, name: 'luma-4' }, { ...model, name: 'other', file: '/other.onnx' }]);
    expect(loaded).toEqual({ kind: 'loaded', loadMs: expect.any(Number), selfTestMs: expect.any(Number) });
    expect(ran).toHaveBeenCalledTimes(2);
  });

  it('does not load a network that answers otherwise than is stored', async () => {
    const { load } = await serve({
      run: async () => [{ name: 'matte', datatype: 'UINT8', shape: [1, 8, 8], data: new Uint8Array(64).fill(200) }],
    });
    const answer = { source: '0', inputs: { image: [1, 8, 8, 3] }, outputs: { matte: Array(256).fill(0) } };
    expect(await load([{ ...model, answer }])).toEqual({
      kind: 'load-failed',
      message: expect.stringMatching(
        /^The network luma failed its self-test: its output matte differs from the stored one by \d+\.\d % of its range/,
      ),
    });
  });

  it('loads, then runs', async () => {
    const { load, run } = await serve();
    expect(await load()).toMatchObject({ kind: 'loaded' });
    expect(await run()).toMatchObject({ kind: 'done', id: 4, outputs: [] });
  });

  it.each<[string, Partial<Session>, string]>([
    [
      'an input that the manifest misspells',
      { inputNames: ['Image'] },
      'its inputs are Image, the manifest says image',
    ],
    [
      'an input that the manifest forgot',
      { inputNames: ['image', 'size'] },
      'its inputs are image, size, the manifest says image',
    ],
    ['an output that is not there', { outputNames: ['alpha'] }, 'it has no output matte, only alpha'],
  ])('refuses a network with %s', async (_, session, reason) => {
    const { load } = await serve(session);
    expect(await load()).toEqual({
      kind: 'load-failed',
      message: `The network luma cannot be loaded from /models/luma/model.onnx: ${reason}`,
    });
  });

  it('opens a file once, however many networks it is', async () => {
    const { load, run, runtime } = await serve();
    await load([model, { ...model, name: 'luma-6' }, { ...model, name: 'other', file: '/models/other/model.onnx' }]);
    expect(runtime.open).toHaveBeenCalledTimes(2);
    expect(await run('luma-6')).toMatchObject({ kind: 'done' });
  });

  it('has a session on a GPU for each size that a file is asked at, and runs it at that size before any call', async () => {
    const { send, runtime, ran } = await serve();
    const sized = (side: number): ServedModel => ({
      ...model,
      name: `luma-${side}`,
      inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, side, side, 3] }],
      answer: { source: '0', inputs: { image: [1, 4, 4, 3] }, outputs: {} },
    });
    const gpu = { name: 'native', threads: 1, providers: ['cuda', 'cpu'] } as const;
    await send({ kind: 'load', runtime: gpu, models: [sized(8), sized(6)] });
    expect(runtime.open).toHaveBeenCalledTimes(2);
    const sides = vi.mocked(ran).mock.calls.map(([[input]]) => input.shape[1]);
    expect(sides).toEqual([4, 4, 8, 6]);
  });

  it('shares a file where the processor takes the place of a GPU', async () => {
    const { send, runtime } = await serve({ isFallback: true });
    const gpu = { name: 'native', threads: 1, providers: ['cuda', 'cpu'], providerFallback: 'cpu' } as const;
    await send({ kind: 'load', runtime: gpu, models: [model, { ...model, name: 'luma-6' }] });
    expect(runtime.open).toHaveBeenCalledTimes(1);
  });

  it('lets networks of large batches alone keep their memory', async () => {
    const { load, runtime } = await serve();
    const sized = (name: string, side: number, maxBatch: number): ServedModel => ({
      ...model,
      name,
      file: `/models/${name}/model.onnx`,
      inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, side, side, 4] }],
      maxBatch,
    });
    await load([sized('matte', 512, 1), sized('refiner', 256, 8), sized('type', 256, 1)]);
    const kept = vi.mocked(runtime.open).mock.calls.map(([file, , keepsMemory]) => [file, keepsMemory]);
    expect(kept).toEqual([
      ['/models/matte/model.onnx', true],
      ['/models/refiner/model.onnx', true],
      ['/models/type/model.onnx', false],
    ]);
  });

  it.each([
    ['one by one on a processor', ['cpu'], [1, 1, 1]],
    ['as one full batch on a GPU', ['cuda', 'cpu'], [4]],
  ])('runs the samples of a batch %s', async (_where, providers, samples) => {
    // As a network that gives back what it takes.
    const run = vi.fn(async (inputs: readonly WireTensor[]) => inputs);
    const { send } = await serve({ run });
    await send({
      kind: 'load',
      runtime: { name: 'native', threads: 1, providers },
      models: [{ ...model, maxBatch: 4 }],
    });
    run.mockClear();
    const image = { name: 'image', datatype: 'UINT8', shape: [3, 2], data: Uint8Array.of(1, 2, 3, 4, 5, 6) } as const;
    const done = await send({ kind: 'run', id: 4, model: 'luma', inputs: [image], outputs: ['matte'] });
    expect(done).toMatchObject({ kind: 'done', outputs: [image] });
    expect(run.mock.calls.map(([[input]]) => input.shape[0])).toEqual(samples);
  });

  it('runs a network behind its encoder, which sees the picture of a call once', async () => {
    const { send, runtime } = await serve();
    const encode = vi.fn(async ([image]: readonly WireTensor[]) => [{ ...image, name: 'encoding' }]);
    const decode = vi.fn(async ([encoding]: readonly WireTensor[]) => [{ ...encoding, name: 'masks' }]);
    vi.mocked(runtime.open).mockImplementation(async (file) =>
      file === '/eyes.onnx'
        ? { inputNames: ['image'], outputNames: ['encoding'], run: encode }
        : { inputNames: ['encoding', 'points'], outputNames: ['masks'], run: decode },
    );
    const points = { name: 'points', datatype: 'UINT8' as const, shape: [1, 33, 5] };
    const segmenter: ServedModel = {
      ...model,
      name: 'points',
      inputs: [...model.inputs, points],
      outputs: [{ name: 'masks', datatype: 'UINT8', shape: [1, 4, 8, 8] }],
      encoder: { file: '/eyes.onnx', precision: 'int8', inputs: ['image'], outputs: ['encoding'] },
    };
    const runtimeChoice = { name: 'native', threads: 1, providers: [] } as const;
    expect(await send({ kind: 'load', runtime: runtimeChoice, models: [segmenter] })).toMatchObject({ kind: 'loaded' });
    expect(vi.mocked(runtime.open).mock.calls.map(([file, precision]) => [file, precision])).toEqual([
      [model.file, 'fp32'],
      ['/eyes.onnx', 'int8'],
    ]);
    encode.mockClear();
    const inputs = [
      { name: 'image', datatype: 'UINT8', shape: [1, 1], data: Uint8Array.of(7) } as const,
      { ...points, shape: [1, 1], data: Uint8Array.of(1) },
    ];
    const call = { name: 'a', endsMs: Date.now() + 60_000 };
    for (const id of [1, 2]) {
      const done = await send({ kind: 'run', id, model: 'points', inputs, outputs: ['masks'], call });
      expect(done).toMatchObject({ kind: 'done', id, outputs: [{ name: 'masks', data: Uint8Array.of(7) }] });
    }
    expect(encode).toHaveBeenCalledTimes(1);
  });

  it('says why a run failed', async () => {
    const failing = async (): Promise<readonly WireTensor[]> => Promise.reject(new Error('bad dimensions'));
    const { load, run } = await serve({ run: vi.fn(failing).mockResolvedValueOnce([]) });
    await load();
    expect(await run()).toEqual({ kind: 'run-failed', id: 4, message: 'bad dimensions' });
    expect(await run('other')).toMatchObject({ kind: 'run-failed', message: 'The network other is not loaded here' });
  });

  it('ends with its service', async () => {
    const { listeners, exit } = await serve();
    listeners.get('disconnect')?.({} as ToChild);
    expect(exit).toHaveBeenCalledWith(0);
  });
});
