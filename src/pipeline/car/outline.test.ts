import { expect, test } from 'vitest';
import { insideOf } from './outline.ts';

/** A map drawn in text: `#` 255, `-` 120, `.` 0. */
function drawn(...rows: readonly string[]) {
  const alpha = Uint8Array.from(rows.join(''), (character) => ({ '#': 255, '-': 120 })[character] ?? 0);
  return { widthPx: rows[0].length, heightPx: rows.length, alpha };
}

test('the inside is two pixels from where the network is in doubt, and from its frame', () => {
  const car = drawn('#######--', '#######--', '#######--', '#######--', '#######--', '#######..', '.........');
  const { widthPx, alpha } = insideOf(car);
  const rows = [...alpha].map((value) => (value > 0 ? '#' : '.')).join('');
  expect(rows.match(new RegExp(`.{${widthPx}}`, 'g'))).toEqual([
    '.........',
    '.........',
    '..###....',
    '..###....',
    '.........',
    '.........',
    '.........',
  ]);
});

test('doubt everywhere has no inside', () => {
  expect(insideOf(drawn(...Array.from({ length: 9 }, () => '-'.repeat(9)))).alpha.every((value) => value === 0)).toBe(
    true,
  );
});
