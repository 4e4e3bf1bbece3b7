import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

function breakerAt(startMs: number) {
  let nowMs = startMs;
  const breaker = new Breaker({ now: () => nowMs });
  const fail = (times: number): void => {
    for (let count = 0; count < times; count += 1) {
      breaker.admit();
      breaker.fail();
    }
  };
  return {
    breaker,
    fail,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a breaker', () => {
  it('stays closed below five failures in a row', () => {
    const { breaker, fail } = breakerAt(0);
    fail(4);
    expect(breaker.admit()).toBe(true);
    expect(breaker.remainingMs()).toBe(0);
  });

  it('opens at the fifth, for 2 s', () => {
    const { breaker, fail, pass } = breakerAt(1_000_000);
    fail(5);
    expect(breaker.admit()).toBe(false);
    expect(breaker.remainingMs()).toBe(2000);
    pass(1999);
    expect(breaker.admit()).toBe(false);
    pass(1);
    expect(breaker.admit()).toBe(true);
  });

  it('counts failures in a row only', () => {
    const { breaker, fail } = breakerAt(0);
    fail(4);
    breaker.succeed();
    fail(4);
    expect(breaker.admit()).toBe(true);
  });

  it('lets one probe through when half open', () => {
    const { breaker, fail, pass } = breakerAt(0);
    fail(5);
    pass(2000);
    expect([breaker.admit(), breaker.admit(), breaker.admit()]).toEqual([true, false, false]);
  });

  it('closes when the probe gets an answer', () => {
    const { breaker, fail, pass } = breakerAt(0);
    fail(5);
    pass(2000);
    breaker.admit();
    breaker.succeed();
    expect([breaker.admit(), breaker.admit()]).toEqual([true, true]);
    fail(4);
    expect(breaker.admit()).toBe(true);
  });

  it('opens again when the probe fails', () => {
    const { breaker, fail, pass } = breakerAt(0);
    fail(5);
    pass(2500);
    fail(1);
    pass(1999);
    expect(breaker.admit()).toBe(false);
    pass(1);
    expect(breaker.admit()).toBe(true);
  });

  it('lets the next one probe when the caller of the probe goes away', () => {
    const { breaker, fail, pass } = breakerAt(0);
    fail(5);
    pass(2000);
    breaker.admit();
    breaker.withdraw();
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
  });

  it('stays closed when a caller goes away', () => {
    const { breaker, fail } = breakerAt(0);
    fail(4);
    breaker.withdraw();
    expect(breaker.admit()).toBe(true);
  });

  it('is not stuck when the probe never reports', () => {
    const { breaker, fail, pass } = breakerAt(0);
    fail(5);
    pass(2000);
    expect(breaker.admit()).toBe(true);
    pass(2000);
    expect(breaker.admit()).toBe(true);
  });
});
