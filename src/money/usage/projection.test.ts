import { describe, expect, test } from 'vitest';
import { spendingPace } from './projection.ts';

const dayMs = 86_400_000;
const midnight = Date.UTC(2050, 5, 15);
const noon = midnight + dayMs / 2;
/** Credits of a day, so many days ago. */
const day = (ago: number, credits: number) => ({ startMs: midnight - ago * dayMs, credits });

describe('the pace of a wallet', () => {
  test('is the mean since its first use, where that is less than a week ago', () => {
    const days = [day(4, 0), day(3, 0), day(2, 5), day(1, 0), day(0, 5)];
    expect(spendingPace(days, 40, noon)).toEqual({ creditsPerDay: 4, emptyAtMs: noon + 10 * dayMs });
  });

  test('counts the first day of use as a whole one at least', () => {
    expect(spendingPace([day(0, 6)], 3, noon)).toEqual({ creditsPerDay: 6, emptyAtMs: noon + dayMs / 2 });
    expect(spendingPace([day(1, 6)], 3, noon).creditsPerDay).toBe(4);
  });

  test('is that of days that began less than seven days ago', () => {
    const [before, within] = [day(7, 1000), day(6, 12)];
    expect(spendingPace([before, within], 2, midnight)).toEqual({ creditsPerDay: 2, emptyAtMs: midnight + dayMs });
    expect(spendingPace([before], 2, midnight)).toEqual({ creditsPerDay: 0, emptyAtMs: null });
    expect(spendingPace([before], 2, midnight - 1).creditsPerDay).toBeGreaterThan(0);
  });

  test('is none where nothing was spent', () => {
    expect(spendingPace([day(1, 0), day(0, 0)], 5, noon)).toEqual({ creditsPerDay: 0, emptyAtMs: null });
  });

  test('empties a wallet without credits now', () => {
    expect(spendingPace([day(0, 1)], 0, noon).emptyAtMs).toBe(noon);
  });
});
