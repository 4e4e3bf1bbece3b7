import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { Session } from '../runtime/session.ts';
import { behindEncoder } from './behind-encoder.ts';
import { KeptEncodings } from './kept-encodings.ts';

const bytes = (name: string, ...data: number[]): WireTensor => ({
  name,
  datatype: 'UINT8',
  shape: [1, data.length],
  data: Uint8Array.from(data),
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An encoder that gives the picture back, in memory that it uses again, and a decoder that gives back all it gets. */
function network() {
  const memory = new Uint8Array(1);
  const encode = vi.fn(async ([image]: readonly WireTensor[]) => {
    memory.set(image.data);
    return [{ ...image, name: 'encoding', data: memory }];
  });
  const encoder: Session = { inputNames: ['image'], outputNames: ['encoding'], run: encode };
  const decode = vi.fn(async (inputs: readonly WireTensor[]) => [
    bytes('masks', ...inputs.flatMap(({ data }) => [...data])),
  ]);
  const decoder: Session = { inputNames: ['encoding', 'points'], outputNames: ['masks'], run: decode };
  const session = behindEncoder(encoder, decoder, new KeptEncodings());
  const ask = async (image: number, points: number, call?: string, endsMs = Date.now() + 60_000) => {
    const inputs = [bytes('points', points), bytes('image', image)];
    const [masks] = await session.run(inputs, ['masks'], call === undefined ? undefined : { name: call, endsMs });
    return [...masks.data];
  };
  return { session, encode, decode, ask };
}

describe('two sessions as one', () => {
  it('take what both take, but for what the first makes, and give what the second gives', async () => {
    const { session, ask, decode } = network();
    expect(session.inputNames).toEqual(['image', 'points']);
    expect(session.outputNames).toEqual(['masks']);
    expect(await ask(7, 1)).toEqual([7, 1]);
    expect(decode).toHaveBeenCalledWith([bytes('encoding', 7), bytes('points', 1)], ['masks']);
  });

  it('give what the first made, where it is asked for, and take it in place of the picture', async () => {
    const { session, encode } = network();
    const made = await session.run([bytes('image', 7), bytes('points', 1)], ['masks', 'encoding']);
    expect(made).toEqual([bytes('masks', 7, 1), bytes('encoding', 7)]);
    const again = await session.run([made[1], bytes('points', 2)], ['masks']);
    expect(again).toEqual([bytes('masks', 7, 2)]);
    expect(encode).toHaveBeenCalledTimes(1);
  });

  it('encode the picture of a call once, and another picture anew', async () => {
    const { encode, ask } = network();
    expect(await ask(7, 1, 'a')).toEqual([7, 1]);
    expect(await ask(8, 1, 'a')).toEqual([8, 1]);
    expect(await ask(7, 2, 'a')).toEqual([7, 2]);
    expect(encode).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['another call', 'b'],
    ['none that is known', undefined],
  ])('keep nothing for %s', async (_what, call) => {
    const { encode, ask } = network();
    await ask(7, 1, 'a');
    await ask(7, 1, call);
    await ask(7, 1, call === undefined ? 'b' : undefined);
    expect(encode).toHaveBeenCalledTimes(3);
  });

  it('keep nothing beyond the end of the call', async () => {
    const { encode, ask } = network();
    await ask(7, 1, 'a', Date.now() + 5000);
    await vi.advanceTimersByTimeAsync(4999);
    await ask(7, 1, 'a');
    expect(encode).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await ask(7, 1, 'a', Date.now());
    await ask(7, 1, 'a');
    expect(encode).toHaveBeenCalledTimes(3);
  });

  it('keep nothing longer than ten minutes', async () => {
    const { encode, ask } = network();
    await ask(7, 1, 'a', Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(600_000);
    await ask(7, 1, 'a');
    expect(encode).toHaveBeenCalledTimes(2);
  });

  it('keep the newest four', async () => {
    const { encode, ask } = network();
    for (const picture of [1, 2, 3, 4, 5]) await ask(picture, 0, 'a');
    for (const picture of [5, 4, 3, 2]) await ask(picture, 0, 'a');
    expect(encode).toHaveBeenCalledTimes(5);
    await ask(1, 0, 'a');
    expect(encode).toHaveBeenCalledTimes(6);
    expect(vi.getTimerCount()).toBe(4);
  });
});
