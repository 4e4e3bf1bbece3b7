import { expect, test } from 'vitest';
import { dayName, duration, inFigures, share } from './figures.ts';

test('numbers, days and durations are written as people read them', () => {
  expect(inFigures(1234567)).toBe('1,234,567');
  expect(dayName(Date.UTC(2050, 5, 5, 23, 59))).toBe('5 Jun');
  expect([null, 3.4, 999, 1234, 12_345].map(duration)).toEqual(['–', '3 ms', '999 ms', '1.2 s', '12 s']);
});

test('a share is no 100 % that is none', () => {
  expect([share(0, 0), share(0, 5), share(5, 5), share(1, 3)]).toEqual(['–', '0 %', '100 %', '33.3 %']);
  expect(share(99_999, 100_000)).toBe('99.9 %');
});
