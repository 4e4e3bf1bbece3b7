import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiryFormat, formatExpiry, parseExpiry } from './dates.ts';

const wholeSeconds = fc
  .integer({ min: Date.UTC(1000, 0, 1) / 1000, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 })
  .map((seconds) => seconds * 1000);

describe('reading an expiry', () => {
  test('a day lasts until its last second, UTC', () => {
    expect(parseExpiry('2027-01-31')).toBe(Date.UTC(2027, 0, 31, 23, 59, 59));
  });

  test('a time is read as UTC', () => {
    expect(parseExpiry('2027-01-31 06:07:08')).toBe(Date.UTC(2027, 0, 31, 6, 7, 8));
  });

  test('past dates are dates', () => {
    expect(parseExpiry('1999-12-31')).toBe(Date.UTC(1999, 11, 31, 23, 59, 59));
    expect(parseExpiry('1969-12-31 23:59:59')).toBe(-1000);
    expect(parseExpiry('0000-01-01 00:00:00')).toBe(Date.parse('0000-01-01T00:00:00Z'));
  });

  test('29 February exists in leap years alone', () => {
    expect(parseExpiry('2028-02-29')).toBe(Date.UTC(2028, 1, 29, 23, 59, 59));
    expect(parseExpiry('2027-02-29')).toBeNull();
    expect(parseExpiry('2100-02-29')).toBeNull();
  });

  test.each([
    ['a month of 13', '2027-13-01'],
    ['a month of 0', '2027-00-10'],
    ['a day of 0', '2027-01-00'],
    ['30 February', '2027-02-30'],
    ['31 April', '2027-04-31 10:00:00'],
    ['hour 24', '2027-01-31 24:00:00'],
    ['minute 60', '2027-01-31 10:60:00'],
    ['a leap second', '2027-01-31 10:00:60'],
    ['no seconds', '2027-01-31 10:00'],
    ['a T between', '2027-01-31T10:00:00'],
    ['a zone', '2027-01-31 10:00:00Z'],
    ['parts of a second', '2027-01-31 10:00:00.5'],
    ['one digit', '2027-1-31'],
    ['five digits', '12027-01-31'],
    ['a sign', '-2027-01-31'],
    ['day first', '31-01-2027'],
    ['space around', ' 2027-01-31 '],
    ['a line after', '2027-01-31\n'],
    ['other digits', '２０２７-01-31'],
    ['words', 'tomorrow'],
    ['nothing', ''],
  ])('%s is no date', (_, text) => {
    expect(parseExpiry(text)).toBeNull();
  });

  test('any text is answered and none throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const ms = parseExpiry(text);
        if (ms !== null) expect(formatExpiry(ms).startsWith(text)).toBe(true);
      }),
    );
  });
});

test('a refusal names both forms, and when a day ends', () => {
  for (const word of ['UTC', 'YYYY-MM-DD', '23:59:59', 'YYYY-MM-DD HH:MM:SS']) expect(expiryFormat).toContain(word);
});

describe('writing an expiry', () => {
  test('carries no zone and drops parts of a second', () => {
    expect(formatExpiry(Date.UTC(2027, 0, 2, 3, 4, 5, 999))).toBe('2027-01-02 03:04:05');
  });

  test('what is written reads back as the same second', () => {
    fc.assert(
      fc.property(wholeSeconds, (ms) => {
        expect(formatExpiry(ms)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
        expect(parseExpiry(formatExpiry(ms))).toBe(ms);
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(10_000, 0, 1), Date.UTC(-1, 0, 1)])(
    '%d has no four-digit year',
    (ms) => {
      expect(() => formatExpiry(ms)).toThrow(RangeError);
    },
  );
});
