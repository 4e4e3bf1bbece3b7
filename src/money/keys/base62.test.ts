import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { base62, randomBase62 } from './base62.ts';

describe('numbers', () => {
  test.each([
    [0, 6, '000000'],
    [9, 1, '9'],
    [10, 1, 'A'],
    [35, 1, 'Z'],
    [36, 1, 'a'],
    [61, 1, 'z'],
    [62, 2, '10'],
    [2 ** 32 - 1, 6, '4gfFC3'],
  ])('%d in %d characters is %s', (value, width, text) => {
    expect(base62(value, width)).toBe(text);
  });

  test('32-bit numbers keep their order as text of 6 characters, so no two share one', () => {
    const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(base62(a, 6)).toHaveLength(6);
        expect(base62(a, 6) < base62(b, 6)).toBe(a < b);
      }),
    );
  });
});

describe('random text', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([1, 16, 32, 1024])('has the %d characters that were asked for', (length) => {
    expect(randomBase62(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
  });

  test('bytes that would favour some characters are thrown away', () => {
    const draws = [new Uint8Array(48).fill(255), Uint8Array.from({ length: 48 }, (_, index) => 247 + (index % 2))];
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array) array.set(draws.shift() ?? new Uint8Array(array.length));
      return array;
    });
    // The first draw is unfair throughout; of the second every other byte is 247, which stands for z.
    expect(randomBase62(32)).toBe(`${'z'.repeat(24)}${'0'.repeat(8)}`);
  });

  test('every character is equally likely', () => {
    const counts = new Map<string, number>();
    const total = 62 * 2000;
    for (let drawn = 0; drawn < total; drawn += 1000) {
      for (const character of randomBase62(1000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    // Chi-square with 61 degrees of freedom exceeds 130 once in a million runs; taking bytes modulo 62 gives over 800.
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0);
    expect(chiSquare).toBeLessThan(130);
  });
});
