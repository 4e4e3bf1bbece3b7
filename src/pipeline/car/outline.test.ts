import { describe, expect, test } from 'vitest';
import type { Matte } from '../matte.ts';
import { lostParts } from './outline.ts';

/** A map drawn in text: `#` 255, `-` 120, `.` 0. */
function drawn(...rows: readonly string[]): Matte {
  const alpha = Uint8Array.from(rows.join(''), (character) => ({ '#': 255, '-': 120 })[character] ?? 0);
  return { widthPx: rows[0].length, heightPx: rows.length, alpha };
}

/** The middle row of a map. */
const middle = ({ alpha, widthPx }: Matte) =>
  [...alpha.subarray(5 * widthPx, 6 * widthPx)].map((value) => (value > 0 ? '#' : '.')).join('');

describe('what the outline lost', () => {
  const body = Array.from({ length: 14 }, () => '..##############....');
  const car = drawn(...body.slice(0, 4), ...Array.from({ length: 2 }, () => '..#################.'), ...body.slice(6));

  test('comes back: a mirror', () => {
    const given = lostParts(drawn(...body).alpha, car);
    expect(middle(given)).toBe('....##########.####.');
  });

  test('is more than a rim', () => {
    const rim = drawn(...body.map(() => '..###############...'));
    expect(middle(lostParts(drawn(...body).alpha, rim))).toBe('....###########.....');
  });

  test('is not much: else the network is wrong', () => {
    const half = drawn(...body.map((row) => row.replace('##############....', '##################')));
    const given = lostParts(drawn(...body.map(() => '..#######...........')).alpha, half);
    expect(given.alpha[5 * 20 + 19]).toBe(0);
  });

  test('is a hole in a window or a lamp', () => {
    const holed = drawn(...body.map((row, at) => (at > 5 && at < 9 ? '..#####....#####....' : row)));
    expect(middle(lostParts(holed.alpha, drawn(...body)))).toBe('....##########......');
  });
});
