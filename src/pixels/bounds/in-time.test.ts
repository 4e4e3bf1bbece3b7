import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTime, watchPatience } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const forever = new Promise<never>(() => {});
const doneAfter = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms));
const late = (end: string) => end;

describe('work that is waited for', () => {
  it('is done in time', async () => {
    const outcome = inTime(doneAfter(10), { ms: 11 }, late);
    await vi.advanceTimersByTimeAsync(11);
    expect(await outcome).toBe('done');
  });

  it('is late', async () => {
    const outcome = inTime(doneAfter(11), { ms: 10 }, late);
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toBe('late');
  });

  it('fails in its own way, and after the wait unheard', async () => {
    await expect(inTime(Promise.reject(new Error('own')), { ms: 10 }, late)).rejects.toThrow('own');
    const failing = doneAfter(20).then(() => Promise.reject(new Error('unheard')));
    const outcome = inTime(failing, { ms: 10 }, late);
    await vi.advanceTimersByTimeAsync(30);
    expect(await outcome).toBe('late');
  });

  it('is given up with its signal, also with one that was aborted before', async () => {
    const controller = new AbortController();
    const outcome = inTime(forever, { ms: 1000, signal: controller.signal }, late);
    controller.abort();
    expect(await outcome).toBe('aborted');
    expect(await inTime(forever, { signal: controller.signal }, late)).toBe('aborted');
  });

  it('may have no limit of time', async () => {
    const outcome = inTime(doneAfter(1_000_000), {}, late);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(await outcome).toBe('done');
  });

  it('is not heard where `instead` ends it and throws', async () => {
    const controller = new AbortController();
    const work = new Promise((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('AbortError')));
    });
    const outcome = inTime(work, { ms: 10 }, () => {
      controller.abort();
      throw new Error('too late');
    });
    const seen = expect(outcome).rejects.toThrow('too late');
    await vi.advanceTimersByTimeAsync(10);
    await seen;
  });
});

describe('a watch', () => {
  it('calls once', async () => {
    const controller = new AbortController();
    const onEnd = vi.fn();
    watchPatience({ ms: 10, signal: controller.signal }, onEnd);
    controller.abort();
    await vi.advanceTimersByTimeAsync(20);
    expect(onEnd.mock.calls).toEqual([['aborted']]);
  });

  it('that was stopped calls nobody and leaves nothing behind', async () => {
    const controller = new AbortController();
    const onEnd = vi.fn();
    watchPatience({ ms: 10, signal: controller.signal }, onEnd)();
    expect(vi.getTimerCount()).toBe(0);
    controller.abort();
    watchPatience({ signal: controller.signal }, onEnd)();
    await vi.advanceTimersByTimeAsync(20);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('may reach further than a timer', async () => {
    const onEnd = vi.fn();
    const stop = watchPatience({ ms: 2 ** 40 }, onEnd);
    await vi.advanceTimersByTimeAsync(1000);
    expect(onEnd).not.toHaveBeenCalled();
    stop();
  });
});
