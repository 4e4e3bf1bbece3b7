/** Boxes of other vehicles as a plane. */
import { expect, test } from 'vitest';
import { boxesOver } from './others.ts';

const picture = { widthPx: 200, heightPx: 100 };
/** The right half of it. */
const region = { leftPx: 100, topPx: 0, widthPx: 100, heightPx: 100 };

/** Rows of a plane of 10 x 5, a character for each value. */
function drawn(...boxes: Parameters<typeof boxesOver>[0]): string[] {
  const plane = boxesOver(boxes, picture, region)(10, 5);
  return Array.from({ length: 5 }, (_, y) =>
    [...plane.subarray(y * 10, y * 10 + 10)].map((value) => (value === 255 ? '#' : '.')).join(''),
  );
}

test('boxes are filled where they are in the region, and cut at its edges', () => {
  const first = { left: 0.25, top: 0.4, right: 0.6, bottom: 0.8 };
  const second = { left: 0.9, top: -0.1, right: 1.2, bottom: 0.2 };
  expect(drawn(first, second)).toEqual(['........##', '..........', '##........', '##........', '..........']);
});

test('a box beyond the region, or thinner than half a pixel, is not seen', () => {
  const left = { left: 0, top: 0, right: 0.5, bottom: 1 };
  const thin = { left: 0.75, top: 0, right: 0.752, bottom: 1 };
  expect(drawn(left, thin)).toEqual(Array(5).fill('..........'));
});
