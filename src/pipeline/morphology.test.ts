import { expect, test } from 'vitest';
import { randomBytes, randomly } from '../kernels/testing/random.ts';
import { grown, opened } from './morphology.ts';

const sizes = [
  { widthPx: 1, heightPx: 1 },
  { widthPx: 3, heightPx: 40 },
  { widthPx: 40, heightPx: 3 },
  { widthPx: 31, heightPx: 27 },
];

/** A mask with a pixel in `rarity` set. */
function maskOf(size: (typeof sizes)[number], rarity: number): Uint8Array {
  return randomBytes(size.widthPx * size.heightPx, randomly(rarity)).map((value) => (value % rarity === 0 ? 1 : 0));
}

/** Whether a pixel of that value is in the square around each pixel; beyond the border there is none. */
function anyWithin(mask: Uint8Array, { widthPx, heightPx }: (typeof sizes)[number], side: number, value: number) {
  const reach = (side - 1) / 2;
  return Array.from(mask, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row++) {
      for (let column = Math.max(0, x - reach); column <= Math.min(widthPx - 1, x + reach); column++) {
        if (mask[row * widthPx + column] === value) return 1;
      }
    }
    return 0;
  });
}

test.each([1, 3, 9, 33, 65])('squares of %i', (side) => {
  for (const size of sizes) {
    for (const rarity of [2, 30, 255]) {
      const mask = maskOf(size, rarity);
      expect([...grown(mask, size, side)], 'grown').toEqual(anyWithin(mask, size, side, 1));
      const fits = anyWithin(mask, size, side, 0).map((isNear) => 1 - isNear);
      const expected = anyWithin(Uint8Array.from(fits), size, side, 1);
      expect([...opened(mask, size, side)], 'opened').toEqual(expected);
    }
  }
});
