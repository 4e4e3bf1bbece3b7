import { describe, expect, it } from 'vitest';
import { canFinish, killAfterMs, recordRun, retryAfterSeconds, unknownPace } from './pace.ts';

const paceOf = (...runs: readonly number[]) => runs.reduce(recordRun, unknownPace);

describe('the pace of a network', () => {
  it('is smoothed, and remembers its fastest run', () => {
    expect(paceOf(1000)).toEqual({ meanMs: 1000, fastestMs: 1000 });
    expect(paceOf(1000, 2000)).toEqual({ meanMs: 1200, fastestMs: 1000 });
    expect(paceOf(1000, 500)).toEqual({ meanMs: 900, fastestMs: 500 });
  });
});

describe('a refused caller', () => {
  it.each([
    ['2 s each, nobody ahead', paceOf(2000), 0, 1, 2],
    ['2 s each, 4 ahead', paceOf(2000), 4, 1, 10],
    ['2 s each, 4 ahead, 2 workers', paceOf(2000), 4, 2, 5],
    ['quick runs', paceOf(3), 1, 1, 1],
    ['slow runs', paceOf(60_000), 16, 1, 30],
    ['nothing known', unknownPace, 1, 1, 4],
  ])('comes back after the work ahead: %s', (_, pace, ahead, workers, seconds) => {
    expect(retryAfterSeconds(pace, ahead, workers)).toBe(seconds);
  });
});

describe('a run', () => {
  it('is not begun where even the fastest one would be late', () => {
    expect(canFinish(paceOf(1000, 2000), 999)).toBe(false);
    expect(canFinish(paceOf(1000, 2000), 1000)).toBe(true);
    expect(canFinish(unknownPace, 1)).toBe(true);
    expect(canFinish(unknownPace, 0)).toBe(false);
  });

  it('may outlive its caller while it takes no longer than usual', () => {
    expect(killAfterMs(paceOf(2000), 100, 60_000)).toBe(6500);
  });

  it('may use all of its caller’s time', () => {
    expect(killAfterMs(paceOf(10), 5000, 60_000)).toBe(5000);
  });

  it('never takes longer than the run timeout', () => {
    expect(killAfterMs(paceOf(2000), 70_000, 60_000)).toBe(60_000);
    expect(killAfterMs(paceOf(50_000), 10, 60_000)).toBe(60_000);
    expect(killAfterMs(unknownPace, 10, 60_000)).toBe(60_000);
  });
});
