import { expect, test } from 'vitest';
import { preferredOf } from './affinity.ts';

const preferred = (affinity: string | null, count = 3) =>
  preferredOf(new Request('http://gateway', { headers: affinity === null ? {} : { 'X-Affinity': affinity } }), count);

test('equal words prefer the same service, and each is preferred by some', () => {
  const words = Array.from({ length: 30 }, (_, index) => (index * 0x1234567).toString(16));
  expect(words.map((word) => preferred(word))).toEqual(words.map((word) => preferred(word)));
  expect(new Set(words.map((word) => preferred(word)))).toEqual(new Set([0, 1, 2]));
  expect(preferred('ffffffff', 7)).toBe(0xffffffff % 7);
});

test.each([null, '', 'xyz', '-1', '123456789', '1.5'])('%j prefers none', (word) => {
  expect(preferred(word)).toBeNull();
});
