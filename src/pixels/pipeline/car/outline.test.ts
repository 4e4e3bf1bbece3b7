/** The inside of a car. */
import { expect, test } from 'vitest';
import { insideOf } from './outline.ts';

/** A map drawn in text: `#` 255, `-` 120, `.` 0. */
function drawn(...rows: readonly string[]) {
  const samples = Uint8Array.from(rows.join(''), (character) => ({ '#': 255, '-': 120 })[character] ?? 0);
  return { widthPx: rows[0].length, heightPx: rows.length, samples };
}

test('the inside is two pixels from what is not known to be car, and from the frame', () => {
  const car = drawn('#######--', '#######--', '#######--', '#######--', '#######--', '#######..', '.........');
  const { widthPx, samples } = insideOf(car);
  const rows = [...samples].map((value) => (value > 0 ? '#' : '.')).join('');
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

test('what is nowhere known to be car has no inside', () => {
  expect(insideOf(drawn(...Array.from({ length: 9 }, () => '-'.repeat(9)))).samples.every((value) => value === 0)).toBe(
    true,
  );
});
