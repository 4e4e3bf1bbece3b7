import { expect, test } from 'vitest';
import { shownCredits, shownDay, shownMinute } from './dates.ts';

test.each([
  [Date.UTC(2027, 0, 1), '1 Jan 2027', '00:00'],
  [Date.UTC(2027, 2, 7, 14, 5, 59, 999), '7 Mar 2027', '14:05'],
  [Date.UTC(2026, 11, 31, 23, 59, 59), '31 Dec 2026', '23:59'],
  [0, '1 Jan 1970', '00:00'],
])('%i is a day and a minute of UTC', (ms, day, minute) => {
  expect(shownDay(ms)).toBe(day);
  expect(shownMinute(ms)).toBe(`${day}, ${minute} UTC`);
});

test('every month has its name', () => {
  const names = Array.from({ length: 12 }, (_, month) => shownDay(Date.UTC(2027, month, 2)).split(' ')[1]);
  expect(names.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
});

test.each([
  [0, '0 credits'],
  [1, '1 credit'],
  [2, '2 credits'],
  [1250, '1,250 credits'],
])('%i are %s', (credits, text) => {
  expect(shownCredits(credits)).toBe(text);
});
