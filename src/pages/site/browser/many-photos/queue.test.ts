import { describe, expect, it } from 'vitest';
import { CallFailed, type Failure, failureOfPage } from '../playground/failures.ts';
import { runQueue, stepAfter } from './queue.ts';

const failureWith = (code: string | null, changes: Partial<Failure> = {}): Failure => ({
  ...failureOfPage('It failed.', ''),
  code,
  ...changes,
});

/** A queue over letters, each of which meets its failures one after the other and is then made. */
function open(failures: Readonly<Record<string, readonly Failure[]>> = {}) {
  const log: string[] = [];
  const left = new Map(Object.entries(failures).map(([item, all]) => [item, [...all]]));
  const controller = new AbortController();
  let inWork = 0;
  let most = 0;
  const work = {
    async make(item: string) {
      most = Math.max(most, ++inWork);
      await Promise.resolve();
      inWork--;
      const failure = left.get(item)?.shift();
      if (failure) throw new CallFailed(failure);
      log.push(item);
    },
    onWaiting: (item: string) => void log.push(`${item} waits`),
    onFailed: (item: string) => void log.push(`${item} failed`),
    onPause: (seconds: number | null) => void log.push(seconds === null ? 'goes on' : `pause ${seconds}`),
  };
  const pause = async (ms: number) => void log.push(`${ms} ms`);
  const run = (items: string, atOnce = 1) => runQueue([...items], work, { atOnce, signal: controller.signal, pause });
  return { run, log, work, controller, most: () => most };
}

describe('a queue', () => {
  it('makes everything, at most so many at once', async () => {
    const { run, log, most } = open();
    expect(await run('abcdefg', 3)).toEqual({ kind: 'finished' });
    expect(log.join('')).toBe('abcdefg');
    expect(most()).toBe(3);
  });

  it('goes on after one that cannot be made', async () => {
    const { run, log } = open({ b: [failureWith('INVALID_IMAGE')] });
    expect(await run('abc')).toEqual({ kind: 'finished' });
    expect(log).toEqual(['a', 'b failed', 'c']);
  });

  it('waits as long as the service asks, and sends the same again', async () => {
    const { run, log } = open({ b: [failureWith('RATE_LIMITED', { retryAfterSeconds: 7, mayRetry: true })] });
    await run('abc');
    expect(log).toEqual(['a', 'b waits', 'pause 7', '7000 ms', 'goes on', 'b', 'c']);
  });

  it('stops where the credits end, and says which are left', async () => {
    const failure = failureWith('INSUFFICIENT_CREDITS');
    const { run, log } = open({ c: [failure] });
    expect(await run('abcdef', 2)).toEqual({ kind: 'stopped', failure });
    expect(log.filter((line) => !line.includes(' '))).toEqual(expect.arrayContaining(['a', 'b']));
    expect(log).toContain('c waits');
    expect(log).not.toContain('e');
    expect(log).not.toContain('f');
  });

  it('is paused once those in work are made', async () => {
    const { run, log, work, controller } = open();
    const make = work.make;
    work.make = async (item) => {
      if (item === 'b') controller.abort();
      await make(item);
    };
    expect(await run('abc')).toEqual({ kind: 'paused' });
    expect(log).toEqual(['a', 'b']);
  });

  it('throws what is no failure of a call, after the others have ended', async () => {
    const { run, log, work } = open();
    const make = work.make;
    work.make = async (item) => {
      if (item === 'a') throw new Error('The disk is full');
      await make(item);
    };
    await expect(run('abcd', 2)).rejects.toThrow('The disk is full');
    expect(log).toEqual(['b']);
  });
});

describe('after a failure', () => {
  const busy = failureWith('SERVICE_UNAVAILABLE', { mayRetry: true, retryAfterSeconds: 2 });

  it.each(['INSUFFICIENT_CREDITS', 'CREDITS_EXPIRED', 'STRANGE_ORIGIN'])('%s the queue stops', (code) => {
    expect(stepAfter(failureWith(code), 0)).toEqual({ kind: 'stop' });
  });

  it('that passes the photo is sent again, a few times', () => {
    expect(stepAfter(busy, 0)).toEqual({ kind: 'wait', ms: 2000, forAll: true });
    expect(stepAfter(busy, 3)).toEqual({ kind: 'fail' });
    const unreached = failureWith(null, { mayRetry: true });
    const pauses = [0, 1, 2].map((failures) => stepAfter(unreached, failures));
    expect(pauses).toEqual([1000, 2000, 4000].map((ms) => ({ kind: 'wait', ms, forAll: false })));
  });

  it('of a rate, and while credits are held, it waits as often as it must', () => {
    for (const code of ['RATE_LIMITED', 'CREDITS_HELD']) {
      expect(stepAfter(failureWith(code, { mayRetry: true, retryAfterSeconds: 30 }), 99)).toEqual({
        kind: 'wait',
        ms: 30_000,
        forAll: true,
      });
    }
  });

  it('of an earlier call that has not ended, this photo alone waits', () => {
    const early = failureWith('IDEMPOTENCY_IN_PROGRESS', { mayRetry: true });
    expect(stepAfter(early, 0)).toEqual({ kind: 'wait', ms: 5000, forAll: false });
    expect(stepAfter(early, 30)).toEqual({ kind: 'fail' });
  });

  it('that would come again it is not sent again', () => {
    expect(stepAfter(failureWith('UNSUPPORTED_MEDIA_TYPE'), 0)).toEqual({ kind: 'fail' });
  });
});
