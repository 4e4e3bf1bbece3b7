import { expect, test } from 'vitest';
import { randomBytes, randomly } from '../../kernels/testing/random.ts';
import { distancesTo, grown, mostly, opened, partsOf, smallParts, thickParts } from './morphology.ts';

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

test.each([
  [1, 0],
  [3, 0],
  [3, 2],
])('discs of radius %i, and %i pixels beside them', (radiusPx, cornerPx) => {
  for (const size of sizes) {
    for (const rarity of [2, 30, 255]) {
      const mask = maskOf(size, rarity).map((is) => 1 - is);
      const most = size.widthPx + size.heightPx;
      const toOutside = distancesTo(mask, 0, size, most);
      const middles = mask.map((_, at) => (toOutside[at] > radiusPx ? 1 : 0));
      const toMiddle = distancesTo(middles, 1, size, most);
      const expected = mask.map((is, at) => (toMiddle[at] <= radiusPx + cornerPx ? is : 0));
      expect([...thickParts(mask, size, radiusPx, cornerPx)]).toEqual([...expected]);
    }
  }
});

test('small parts are those of few pixels with a seed and without an anchor', () => {
  for (const size of sizes) {
    for (const most of [1, 4, 30]) {
      const [mask, seeds, anchors] = [2, 3, 30].map((rarity) => maskOf(size, rarity));
      const found = smallParts(mask, seeds, anchors, size, most);
      const expected = new Uint8Array(mask.length);
      for (const part of partsOf(mask, seeds, size)) {
        const isSmall = part.length <= most && part.every((at) => anchors[at] === 0);
        for (const at of part) expected[at] = isSmall ? 1 : 0;
      }
      expect([...found]).toEqual([...expected]);
    }
  }
});

test('most pixels of a square', () => {
  for (const size of sizes) {
    const mask = maskOf(size, 2);
    const found = mostly(mask, size, 3);
    const expected = mask.map((_, at) => {
      let more = 0;
      for (let pixel = 0; pixel < 9; pixel++) {
        const [x, y] = [
          (at % size.widthPx) + (pixel % 3) - 1,
          Math.floor(at / size.widthPx) + Math.floor(pixel / 3) - 1,
        ];
        const isThere = x >= 0 && x < size.widthPx && y >= 0 && y < size.heightPx;
        if (isThere) more += mask[y * size.widthPx + x] === 1 ? 1 : -1;
      }
      return more > 0 ? 1 : 0;
    });
    expect([...found]).toEqual([...expected]);
  }
});
