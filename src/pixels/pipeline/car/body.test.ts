/** Which parts of a matte are the vehicle. */
import { describe, expect, test } from 'vitest';
import type { Matte } from '../plane/matte.ts';
import { keepVehicle } from './body.ts';

const levels: Readonly<Record<string, number>> = { '.': 0, '-': 60, '#': 255 };

/** A matte drawn in text: `#` solid, `-` soft, `.` nothing. */
function drawn(...rows: readonly string[]): Matte {
  const samples = Uint8Array.from(rows.join(''), (character) => levels[character]);
  return { widthPx: rows[0].length, heightPx: rows.length, samples };
}

function shown({ widthPx, samples }: Matte): string[] {
  const characters = [...samples].map((value) => (value === 0 ? '.' : value < 128 ? '-' : '#')).join('');
  return characters.match(new RegExp(`.{${widthPx}}`, 'g')) ?? [];
}

describe('the vehicle alone', () => {
  test('is the part on the box, with its own soft edge', () => {
    const matte = drawn('-##-..-#-', '-###-.-#-', '.##-..-#-');
    const box = { left: 0, top: 0, right: 5, bottom: 3 };
    expect(shown(keepVehicle(matte, box))).toEqual(['-##-.....', '-###-....', '.##-.....']);
  });

  test('has a soft edge of 24 pixels at most: beyond it is something else', () => {
    const matte = drawn(`${'-'.repeat(30)}##${'-'.repeat(30)}`);
    const edge = `${'.'.repeat(6)}${'-'.repeat(24)}`;
    const mirrored = [...edge].reverse().join('');
    expect(shown(keepVehicle(matte, { left: 30, top: 0, right: 32, bottom: 1 }))).toEqual([`${edge}##${mirrored}`]);
  });

  test('is the larger part on the box, not the larger part of the picture', () => {
    const matte = drawn('##..#####', '##..#####');
    expect(shown(keepVehicle(matte, { left: 0, top: 0, right: 3, bottom: 2 }))).toEqual(['##.......', '##.......']);
  });

  test('keeps a small loose part inside the box: an aerial', () => {
    const body = Array.from({ length: 10 }, () => '##########.');
    const matte = drawn('..#........', '...........', ...body);
    const box = { left: 0, top: 0, right: 11, bottom: 12 };
    expect(shown(keepVehicle(matte, box))[0]).toBe('..#........');
    // Outside the box it belongs to somebody else.
    expect(shown(keepVehicle(matte, { ...box, top: 1 }))[0]).toBe('...........');
  });

  test.each([
    ['a fiftieth of the vehicle stays', 2, '##..'],
    ['a larger one goes', 3, '....'],
  ])('a loose part beside it of %s', (_, pixels, shownThen) => {
    const body = Array.from({ length: 10 }, () => '##########');
    const matte = drawn(`${'#'.repeat(pixels).padEnd(10, '.')}`, '..........', ...body);
    expect(shown(keepVehicle(matte, { left: 0, top: 0, right: 10, bottom: 12 }))[0].slice(0, 4)).toBe(shownThen);
  });

  test('is nothing where nothing solid is on the box', () => {
    const matte = drawn('--.##', '--.##');
    expect(keepVehicle(matte, { left: 0, top: 0, right: 2, bottom: 2 }).samples.every((value) => value === 0)).toBe(
      true,
    );
  });
});
