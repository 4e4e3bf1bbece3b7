import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { subjectBox } from './subject-box.ts';
import { rowsOf } from './testing/rows.ts';

const [wide, high] = [13, 9];
const box = (grey: Uint8Array) => {
  const found = atOnce(subjectBox(rowsOf(wide, high, 1, grey)));
  const rgba = Uint8Array.from({ length: grey.length * 4 }, (_, at) => (at % 4 === 3 ? grey[at >> 2] : 200));
  // The alpha of a cutout has the box of its matte.
  expect(atOnce(subjectBox(rowsOf(wide, high, 4, rgba)))).toEqual(found);
  return found;
};

it('an empty matte, and one that is faint all over, have none', () => {
  expect(box(new Uint8Array(wide * high))).toBeNull();
  expect(box(new Uint8Array(wide * high).fill(12))).toBeNull();
});

it('a full matte has all', () => {
  expect(box(new Uint8Array(wide * high).fill(13))).toEqual({ leftPx: 0, topPx: 0, widthPx: wide, heightPx: high });
});

it('some pixels have the smallest box that holds them', () => {
  const pixels = fc.array(fc.record({ x: fc.nat(wide - 1), y: fc.nat(high - 1) }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pixels, fc.integer({ min: 13, max: 255 }), (seen, alpha) => {
      const grey = new Uint8Array(wide * high).fill(12);
      for (const { x, y } of seen) grey[y * wide + x] = alpha;
      const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
      const [leftPx, topPx] = [Math.min(...xs), Math.min(...ys)];
      expect(box(grey)).toEqual({
        leftPx,
        topPx,
        widthPx: Math.max(...xs) - leftPx + 1,
        heightPx: Math.max(...ys) - topPx + 1,
      });
    }),
  );
});
