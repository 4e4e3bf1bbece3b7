import { describe, expect, test } from 'vitest';
import type { Matte } from '../matte.ts';
import { surerMatte } from './surer-matte.ts';

/** A hundred lines of pixels: so many of them opaque, so many in doubt. */
function matte(opaque: number, doubtful = 0, doubt = 160): Matte {
  const widthPx = 64;
  const alpha = new Uint8Array(100 * widthPx)
    .fill(255, 0, opaque * widthPx)
    .fill(doubt, opaque * widthPx, (opaque + doubtful) * widthPx);
  return { widthPx, heightPx: 100, alpha };
}

describe('of two mattes', () => {
  test('the second is taken where it is sure and the first saw nothing', () => {
    const [nothing, found] = [matte(0), matte(40)];
    expect(surerMatte(nothing, found)).toBe(found);
    expect(surerMatte(nothing, matte(0))).toBe(nothing);
  });

  const first = matte(30, 20);
  test.each<[string, Matte, 'first' | 'second']>([
    ['the second is taken where it is surer and sees more', matte(50, 5), 'second'],
    ['and where it sees as much', matte(43), 'second'],
    ['not where it is surer because it lost a part', matte(35), 'first'],
    ['not where it is as unsure', matte(30, 20), 'first'],
    ['not where it is hardly surer', matte(45, 25), 'first'],
    ['where it is surer, however much more it sees', matte(90, 10), 'second'],
    ['not where it is surer of the same', matte(34, 16), 'first'],
    ['not where it brings haze', matte(50, 15, 100), 'first'],
    ['where it brings a little haze', matte(50, 5, 100), 'second'],
    ['not where it sees more and is less sure of it', matte(10, 80), 'first'],
    ['not where it sees nothing', matte(0), 'first'],
  ])('%s', (_, second, taken) => {
    expect(surerMatte(first, second)).toBe(taken === 'second' ? second : first);
  });
});
