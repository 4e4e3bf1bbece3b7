import { expect, test } from 'vitest';
import { withoutCrumbs } from './crumbs.ts';

const maskOf = (...rows: string[]) => Uint8Array.from(rows.join(''), (pixel) => (pixel === '#' ? 1 : 0));
const before = maskOf('........', '.####...', '.####...', '.####...', '........', '........');
const size = { widthPx: 8, heightPx: 6 };

test('a moved edge leaves no crumb beside it and no hole, and where it has moved it stays', () => {
  const moved = maskOf('.####...', '.#.###..', '.####.#.', '.####...', '....#...', '#.......');
  expect(withoutCrumbs(moved, before, size)).toEqual(
    maskOf('.####...', '.#####..', '.####...', '.####...', '....#...', '........'),
  );
});

test('what was there before stays, however small it has become, and so does a hole', () => {
  const holed = maskOf('........', '.####...', '.#..#...', '.####...', '........', '.....##.');
  const moved = maskOf('........', '.####...', '.##.#...', '.####...', '........', '......#.');
  expect(withoutCrumbs(moved, holed, size)).toEqual(moved);
});
