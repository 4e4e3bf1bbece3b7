import { expect, it } from 'vitest';
import { shownOf } from './shown.ts';

const answers = ['without', 'one', 'one', 'three'].map((text) => Buffer.from(text));

it('shows each different answer once, at letters in order', () => {
  const shown = shownOf('lamp', answers, 'secret');
  expect(shown.map(({ letter }) => letter)).toEqual(['a', 'b', 'c']);
  expect(shown.map(({ clicks }) => clicks).sort()).toEqual([[0], [1, 2], [3]]);
});

it('has another order for other photos, and the same one again', () => {
  const firsts = Array.from({ length: 40 }, (_, at) => shownOf(`photo-${at}`, answers, 'secret')[0].clicks[0]);
  expect(new Set(firsts)).toEqual(new Set([0, 1, 3]));
  expect(shownOf('lamp', answers, 'secret')).toEqual(shownOf('lamp', answers, 'secret'));
});
