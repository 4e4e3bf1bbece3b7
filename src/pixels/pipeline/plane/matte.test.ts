/** What counts as a subject. */
import { expect, test } from 'vitest';
import { hasSubject, subjectOverlap } from './matte.ts';

test('a subject is a pixel of at least half opacity', () => {
  const matte = (...alpha: number[]) => ({ widthPx: alpha.length, heightPx: 1, samples: Uint8Array.from(alpha) });
  expect(hasSubject(matte(0, 127, 40))).toBe(false);
  expect(hasSubject(matte(0, 128, 40))).toBe(true);
});

test('specks are no subject', () => {
  const side = 1024;
  const specks = (count: number) => ({
    widthPx: side,
    heightPx: side,
    samples: new Uint8Array(side ** 2).fill(255, 0, count),
  });
  expect([0, 1, 209, 210].map((count) => hasSubject(specks(count)))).toEqual([false, false, false, true]);
});

test('mattes overlap by what is more subject than background in both', () => {
  const row = (...alpha: number[]) => Uint8Array.from(alpha);
  expect(subjectOverlap(row(255, 128, 127, 0), row(128, 255, 0, 255))).toBeCloseTo(2 / 3);
  expect(subjectOverlap(row(255, 0), row(0, 255))).toBe(0);
  expect(subjectOverlap(row(0, 100), row(127, 0))).toBe(1);
});
