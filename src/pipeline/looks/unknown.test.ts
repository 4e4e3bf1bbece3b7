/** The unknown share of mattes. */
import { describe, expect, test } from 'vitest';
import type { Matte } from '../matte.ts';
import { unknownShare } from './unknown.ts';

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
