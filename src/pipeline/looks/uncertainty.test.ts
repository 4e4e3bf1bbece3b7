import { describe, expect, test } from 'vitest';
import type { Matte } from '../matte.ts';
import { uncertainShare } from './uncertainty.ts';

/** A hundred pixels: so many of them opaque, so many in doubt. */
function matte(opaque: number, doubtful = 0, doubt = 128): Matte {
  const alpha = new Uint8Array(100).fill(255, 0, opaque).fill(doubt, opaque, opaque + doubtful);
  return { widthPx: 10, heightPx: 10, alpha };
}

describe('the uncertain share', () => {
  test.each<[string, number, Matte]>([
    ['a clean subject', 0, matte(40)],
    ['a clean subject, however small', 0, matte(1)],
    ['a subject that is half lost', 0.5, matte(20, 20)],
    ['haze', 1, matte(0, 70)],
    ['nothing at all', 1, matte(0)],
    ['nearly clear and nearly opaque pixels', 0, matte(40, 40, 12)],
  ])('of %s is %d', (_, share, alpha) => {
    expect(uncertainShare(alpha)).toBe(share);
  });

  test('counts from a twentieth to nineteen twentieths', () => {
    expect([12, 13, 242, 243].map((doubt) => uncertainShare(matte(10, 10, doubt)))).toEqual([0, 0.5, 0.5, 0]);
  });
});
