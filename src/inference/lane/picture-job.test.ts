import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyAnswer } from '../protocol/answer.ts';
import { createPictureJob, laneFull, type PictureJob } from './picture-job.ts';
import { Places } from './places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function jobOf({ remainingMs = 1000, signal = new AbortController().signal } = {}) {
  const places = new Places(1);
  const place = places.enter('one');
  if (!place) throw new Error('The first place was refused');
  const onImpatience = vi.fn((job: PictureJob) => job.settle(emptyAnswer(503)));
  const job = createPictureJob(
    {
      request: {
        task: { kind: 'matte', imageType: false, refine: true },
        matte: { model: 'matte', upsampling: 'guided', refiner: false },
        heic: true,
        backgroundBytes: 0,
      },
      requestId: undefined,
      call: undefined,
      traceparent: undefined,
      caller: 'one',
      mayKeep: false,
      file: new Uint8Array(1),
      deadlineMs: Date.now() + remainingMs,
      signal,
    },
    0,
    place,
    onImpatience,
  );
  return { job, places, onImpatience };
}

describe('a picture in the pool', () => {
  it('has one answer, the first', async () => {
    const { job, onImpatience } = jobOf();
    job.settle(emptyAnswer(200));
    job.settle(emptyAnswer(500));
    expect((await job.answer).status).toBe(200);
    await vi.advanceTimersByTimeAsync(5000);
    expect(onImpatience).not.toHaveBeenCalled();
  });

  it('gives its place up with a whole answer, and keeps it for a streamed one', () => {
    const whole = jobOf();
    whole.job.settle(emptyAnswer(422));
    expect(whole.places.enter('one')).not.toBeNull();
    const streamed = jobOf();
    async function* body() {
      yield new Uint8Array(1);
    }
    streamed.job.settle({ status: 200, headers: {}, body: body() });
    expect(streamed.places.enter('one')).toBeNull();
  });

  it.each([1000, 0, -5])('is given up at its deadline, in %d ms', async (remainingMs) => {
    const { job, onImpatience } = jobOf({ remainingMs });
    await vi.advanceTimersByTimeAsync(Math.max(0, remainingMs - 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(onImpatience).toHaveBeenCalledExactlyOnceWith(job, 'The picture was not ready in time');
  });

  it('is given up with its caller, also with one that has gone before', () => {
    const controller = new AbortController();
    const { job, onImpatience } = jobOf({ signal: controller.signal });
    controller.abort();
    expect(onImpatience).toHaveBeenCalledExactlyOnceWith(job, 'The caller has gone');
    expect(jobOf({ signal: controller.signal }).job.settled).toBe(true);
  });

  it('is given up with its place', () => {
    const places = new Places(2);
    const [, newest] = [places.enter('greedy'), places.enter('greedy')];
    const onImpatience = vi.fn();
    const { job } = jobOf();
    if (!newest) throw new Error('The second place was refused');
    const displaced = createPictureJob(job, 0, newest, onImpatience);
    expect(places.enter('other')).not.toBeNull();
    expect(onImpatience).toHaveBeenCalledExactlyOnceWith(displaced, laneFull);
  });
});
