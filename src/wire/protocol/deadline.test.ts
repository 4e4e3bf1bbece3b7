import { afterEach, describe, expect, it, vi } from 'vitest';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { withinDeadline } from './deadline.ts';

afterEach(() => vi.useRealTimers());

const forever = (): Promise<never> => new Promise(() => {});
const at = (remainingMs: number, signal?: AbortSignal) => ({
  deadlineMs: 1_000_000 + remainingMs,
  now: () => 1_000_000,
  signal,
});

describe('a deadline', () => {
  it('lets work through that ends in time', async () => {
    expect(await withinDeadline(at(1000), async () => 7)).toBe(7);
  });

  it('passes on what work throws', async () => {
    await expect(withinDeadline(at(1000), () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('ends work that ignores its signal', async () => {
    const fault = await withinDeadline(at(10), forever).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(NetworkFault);
    expect(fault).toMatchObject({ kind: 'unavailable' });
  });

  it('is seen before the AbortError that it causes', async () => {
    const work = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('AbortError'))));
    await expect(withinDeadline(at(10), work)).rejects.toThrow('before the deadline');
  });

  it('does not start work when it has passed', async () => {
    const work = vi.fn(forever);
    await expect(withinDeadline(at(0), work)).rejects.toThrow('before the deadline');
    expect(work).not.toHaveBeenCalled();
  });

  it('ends with the caller', async () => {
    const controller = new AbortController();
    const work = withinDeadline(at(10_000, controller.signal), forever);
    controller.abort();
    await expect(work).rejects.toThrow('The caller cancelled');
    await expect(withinDeadline(at(10_000, controller.signal), forever)).rejects.toThrow('The caller cancelled');
  });

  it('leaves neither timer nor listener behind', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    await withinDeadline(at(10_000, signal), async () => 1);
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
  });

  it('may be further away than a timer reaches', async () => {
    expect(await withinDeadline(at(2 ** 40), async () => 1)).toBe(1);
  });
});
