import { describe, expect, test } from 'vitest';
import { withoutCrumbs, withoutNubs } from './crumbs.ts';

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

describe('of what was taken away below an edge, what comes back', () => {
  const field = { widthPx: 100, heightPx: 60 };
  const mostPx = 9;
  /** The subject ends above this row, and everything below it was taken away. */
  const edge = 30;
  const maskWhere = (isIn: (x: number, y: number) => boolean) =>
    Uint8Array.from({ length: field.widthPx * field.heightPx }, (_, at) =>
      isIn(at % field.widthPx, Math.floor(at / field.widthPx)) ? 1 : 0,
    );
  const [subject, below] = [maskWhere((_, y) => y < edge), maskWhere((_, y) => y >= edge)];
  /** The subject with so much more of it, in pixels. */
  const movedBy = (width: number, height: number) =>
    maskWhere((x, y) => y < edge || (y < edge + height && x >= 40 && x < 40 + width));
  const left = (moved: Uint8Array, taken = below) => withoutNubs(moved, { before: subject, taken, mostPx }, field);

  test('goes where it is narrow and goes on as far as edges may move', () => {
    expect(left(movedBy(8, mostPx))).toEqual(subject);
  });

  test.each([
    ['ends before that', movedBy(8, 5), below],
    [
      'is a strip beside the edge',
      maskWhere((x, y) => y < edge || (y >= edge + 5 && y < edge + 10 && x >= 20 && x < 60)),
      below,
    ],
    ['is one pixel wide', movedBy(1, mostPx), below],
    ['is a rim along the edge', movedBy(40, mostPx), below],
    ['was not taken away', movedBy(8, mostPx), maskWhere(() => false)],
  ])('stays where it %s', (_what, moved, taken) => {
    expect(left(moved, taken)).toEqual(moved);
  });

  test('stays where it is a corner that the mask has cut off', () => {
    const square = maskWhere((x, y) => x < 50 && y < edge);
    const cut = maskWhere((x, y) => x >= 40 && x < 50 && y >= 14 && y < edge);
    const before = square.map((value, at) => value & (1 - cut[at]));
    expect(withoutNubs(square, { before, taken: cut, mostPx }, field)).toEqual(square);
  });
});
