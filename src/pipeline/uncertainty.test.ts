import { describe, expect, test } from 'vitest';
import type { Matte } from './matte.ts';
import { surerMatte, uncertainShare } from './uncertainty.ts';

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

describe('of two mattes', () => {
  test('the second is taken where it is sure and the first saw nothing', () => {
    expect(surerMatte(matte(0), matte(40))).toEqual(matte(40));
    expect(surerMatte(matte(0), matte(0))).toEqual(matte(0));
  });

  const first = matte(30, 20);
  test.each<[string, Matte, 'first' | 'second']>([
    ['the second is taken where it is surer and sees more', matte(50, 5), 'second'],
    ['and where it sees as much', matte(40), 'second'],
    ['not where it is surer because it lost a part', matte(35), 'first'],
    ['not where it is as unsure', matte(30, 20), 'first'],
    ['not where it is hardly surer', matte(32, 18), 'first'],
    ['where it is clearly surer, however much more it sees', matte(90, 10), 'second'],
    ['not where it is a little surer and sees far more', matte(70, 30), 'first'],
    ['where it is a little surer and sees a little more', matte(34, 16), 'second'],
    ['not where it sees more and is less sure of it', matte(10, 80), 'first'],
    ['not where it sees nothing', matte(0), 'first'],
  ])('%s', (_, second, taken) => {
    expect(surerMatte(first, second)).toBe(taken === 'second' ? second : first);
  });
});
