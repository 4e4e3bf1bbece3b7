import { describe, expect, test } from 'vitest';
import type { Matte } from '../matte.ts';
import { chooseMatte } from './second-look.ts';

/** A hundred lines of pixels: so many of them opaque, so many unknown. */
function matte(opaque: number, unknown = 0, alpha = 160): Matte {
  const widthPx = 64;
  const samples = new Uint8Array(100 * widthPx)
    .fill(255, 0, opaque * widthPx)
    .fill(alpha, opaque * widthPx, (opaque + unknown) * widthPx);
  return { widthPx, heightPx: 100, samples };
}

describe('of two mattes', () => {
  test('the second is taken where the first saw nothing', () => {
    const [nothing, found] = [matte(0), matte(40)];
    expect(chooseMatte(nothing, found)).toBe(found);
    expect(chooseMatte(nothing, matte(0))).toBe(nothing);
  });

  const first = matte(30, 20);
  test.each<[string, Matte, 'first' | 'second']>([
    ['the second is taken where it knows more and sees more', matte(50, 5), 'second'],
    ['and where it sees as much', matte(43), 'second'],
    ['not where it knows more because it lost a part', matte(35), 'first'],
    ['not where as much of it is unknown', matte(30, 20), 'first'],
    ['not where it hardly knows more', matte(45, 25), 'first'],
    ['where it knows more, however much more it sees', matte(90, 10), 'second'],
    ['not where it knows more of the same', matte(34, 16), 'first'],
    ['not where it brings haze', matte(50, 15, 100), 'first'],
    ['where it brings a little haze', matte(50, 5, 100), 'second'],
    ['not where it sees more and knows less', matte(10, 80), 'first'],
    ['not where it sees nothing', matte(0), 'first'],
  ])('%s', (_, second, taken) => {
    expect(chooseMatte(first, second)).toBe(taken === 'second' ? second : first);
  });
});
