import { describe, expect, test } from 'vitest';
import { Turnover } from './turnover.ts';

describe('the interval between two ends', () => {
  test('is what is assumed until one has ended', () => {
    expect(new Turnover().intervalMs(1000, 0, 700)).toBe(700);
  });

  test('is smoothed, and idle time does not count', () => {
    const turnover = new Turnover();
    turnover.begin(0, 0);
    turnover.begin(10, 1);
    turnover.end(100);
    expect(turnover.intervalMs(100, 1, 0)).toBe(100);
    turnover.end(300);
    expect(turnover.intervalMs(300, 0, 0)).toBe(120);
    turnover.begin(9000, 0);
    turnover.end(9120);
    expect(turnover.intervalMs(9120, 0, 0)).toBe(120);
  });

  test('grows while what is in work does not end', () => {
    const turnover = new Turnover();
    turnover.begin(0, 0);
    turnover.end(100);
    turnover.begin(100, 0);
    expect(turnover.intervalMs(300, 3, 0)).toBe(100);
    expect(turnover.intervalMs(6100, 3, 0)).toBe(2000);
    expect(new Turnover().intervalMs(600, 3, 0)).toBe(200);
  });
});
