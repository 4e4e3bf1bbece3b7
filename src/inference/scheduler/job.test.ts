import { afterEach, describe, expect, it, vi } from 'vitest';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { ServedModel } from '../catalogue.ts';
import { createJob, type Job } from './job.ts';

const model: ServedModel = {
  name: 'luma',
  file: '',
  precision: 'fp32',
  weights: '',
  inputs: [],
  outputs: [],
  maxBatch: 1,
};
const late = new NetworkFault('unavailable', 'too late');

afterEach(() => vi.useRealTimers());

function jobOf({ remainingMs = 1000, signal }: { remainingMs?: number; signal?: AbortSignal } = {}) {
  vi.useFakeTimers();
  const events = { onImpatience: vi.fn((job: Job) => job.settle(late)), onFailure: vi.fn() };
  const enteredMs = Date.now();
  const job = createJob(
    model,
    { inputs: [], outputs: [], deadlineMs: enteredMs + remainingMs, signal },
    enteredMs,
    events,
  );
  job.result.catch(() => {});
  return { job, events };
}

describe('a job', () => {
  it('has one outcome, the first', async () => {
    const { job, events } = jobOf();
    job.settle([]);
    job.settle(late);
    expect(await job.result).toEqual([]);
    expect(events.onFailure).not.toHaveBeenCalled();
  });

  it('reports a failure once', async () => {
    const { job, events } = jobOf();
    job.settle(late);
    job.settle(late);
    await expect(job.result).rejects.toBe(late);
    expect(events.onFailure).toHaveBeenCalledExactlyOnceWith(job, expect.any(NetworkFault));
  });

  it('loses patience at its deadline', () => {
    const { job, events } = jobOf();
    vi.advanceTimersByTime(999);
    expect(job.settled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(events.onImpatience).toHaveBeenCalledExactlyOnceWith(job, 'late');
  });

  it.each([0, -5])('is late from the start with %d ms', (remainingMs) => {
    expect(jobOf({ remainingMs }).job.settled).toBe(true);
  });

  it('loses patience with its caller', () => {
    const controller = new AbortController();
    const { job, events } = jobOf({ signal: controller.signal });
    controller.abort();
    expect(events.onImpatience).toHaveBeenCalledExactlyOnceWith(job, 'caller-gone');
    expect(jobOf({ signal: controller.signal }).job.settled).toBe(true);
  });

  it('leaves neither timer nor listener behind', () => {
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    jobOf({ signal }).job.settle([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
  });

  it('may wait longer than a timer can', () => {
    const { job } = jobOf({ remainingMs: 2 ** 40 });
    vi.advanceTimersByTime(1000);
    expect(job.settled).toBe(false);
  });
});
