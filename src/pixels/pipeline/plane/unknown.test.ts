/** The unknown and the wide unknown share of mattes. */
import { describe, expect, test } from 'vitest';
import type { Matte } from './matte.ts';
import { unknownShare, wideUnknownShare } from './unknown.ts';

/** A hundred pixels: so many of them opaque, so many unknown. */
function matte(opaque: number, unknown = 0, alpha = 128): Matte {
  const samples = new Uint8Array(100).fill(255, 0, opaque).fill(alpha, opaque, opaque + unknown);
  return { widthPx: 10, heightPx: 10, samples };
}

describe('the unknown share', () => {
  test.each<[string, number, Matte]>([
    ['a clean subject', 0, matte(40)],
    ['a clean subject, however small', 0, matte(1)],
    ['a subject that is half lost', 0.5, matte(20, 20)],
    ['haze', 1, matte(0, 70)],
    ['nothing at all', 1, matte(0)],
    ['nearly clear and nearly opaque pixels', 0, matte(40, 40, 12)],
  ])('of %s is %d', (_, share, of) => {
    expect(unknownShare(of)).toBe(share);
  });

  test('counts from a twentieth to nineteen twentieths', () => {
    expect([12, 13, 242, 243].map((alpha) => unknownShare(matte(10, 10, alpha)))).toEqual([0, 0.5, 0.5, 0]);
  });
});

describe('the wide unknown share', () => {
  /** 128 × 128, so that a cell has 2 × 2 pixels. */
  const drawn = (alphaAt: (x: number, y: number) => number): Matte => ({
    widthPx: 128,
    heightPx: 128,
    samples: Uint8Array.from({ length: 128 * 128 }, (_, at) => alphaAt(at % 128, Math.floor(at / 128))),
  });

  test.each<[string, number, Matte]>([
    ['a clean subject', 0, drawn((x) => (x < 50 ? 255 : 0))],
    ['lines a pixel wide, all of them unknown', 0, drawn((x) => (x % 2 ? 128 : 0))],
    ['an outline that is unknown', 0, drawn((x) => (x < 50 ? 255 : x === 50 ? 128 : 0))],
    ['haze over a quarter of a subject', 0.25, drawn((x) => (x < 32 ? 128 : 255))],
    ['haze', 1, drawn((x, y) => (x < 64 && y < 64 ? 100 : 0))],
    ['nothing at all', 1, drawn(() => 0)],
  ])('of %s is %d', (_, share, of) => {
    expect(wideUnknownShare(of)).toBe(share);
  });

  test('counts cells of mattes that 64 does not divide', () => {
    expect(wideUnknownShare({ widthPx: 100, heightPx: 30, samples: new Uint8Array(3000).fill(128) })).toBe(1);
  });
});
