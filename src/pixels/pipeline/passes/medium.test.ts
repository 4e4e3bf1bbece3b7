/** When the medium pass is used. */
import { describe, expect, test } from 'vitest';
import type { Matte } from '../plane/matte.ts';
import { chooseMatte } from './medium.ts';

/** A hundred lines of pixels: so many of them opaque, so many unknown. */
function matte(opaque: number, unknown = 0, alpha = 160): Matte {
  const widthPx = 64;
  const samples = new Uint8Array(100 * widthPx)
    .fill(255, 0, opaque * widthPx)
    .fill(alpha, opaque * widthPx, (opaque + unknown) * widthPx);
  return { widthPx, heightPx: 100, samples };
}

describe('of two mattes', () => {
  test('the second is used where the first saw nothing', () => {
    const [nothing, found] = [matte(0), matte(40)];
    expect(chooseMatte(nothing, found)).toBe(found);
    expect(chooseMatte(nothing, matte(0))).toBe(nothing);
  });

  const first = matte(30, 20);
  test.each<[string, Matte, 'first' | 'second']>([
    ['the second is used where it knows more and sees more', matte(50, 5), 'second'],
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

/** 64 rows of one alpha each, so that each row is one row of the cells in which mattes are compared. */
function rows(...parts: readonly (readonly [count: number, alpha: number])[]): Matte {
  const alphas = parts.flatMap(([count, alpha]) => new Array<number>(count).fill(alpha));
  expect(alphas).toHaveLength(64);
  return { widthPx: 64, heightPx: 64, samples: Uint8Array.from({ length: 64 * 64 }, (_, at) => alphas[at >> 6]) };
}

/** What the medium pass has to be better by: each margin is just met, and just missed. */
describe('the margin of the medium pass', () => {
  const half = matte(30, 30);
  const wide = matte(50, 30);
  test.each<[string, Matte, Matte, 'first' | 'second']>([
    ['0.8 of the unknown share is met', half, matte(60, 40), 'second'],
    ['0.8 of the unknown share is missed', half, matte(59, 40), 'first'],
    ['0.97 of the opacity is met', wide, matte(66, 1, 200), 'second'],
    ['0.97 of the opacity is missed', wide, matte(66, 1, 185), 'first'],
    ['more than an eighth differs', rows([55, 255], [9, 160]), rows([64, 255]), 'second'],
    ['no more than an eighth differs', rows([56, 255], [8, 160]), rows([64, 255]), 'first'],
    ['an eighth is haze', rows([32, 255], [24, 160], [8, 0]), rows([56, 255], [8, 100]), 'second'],
    ['more than an eighth is haze', rows([31, 255], [24, 160], [9, 0]), rows([55, 255], [9, 100]), 'first'],
  ])('%s', (_, first, second, taken) => {
    expect(chooseMatte(first, second)).toBe(taken === 'second' ? second : first);
  });
});
