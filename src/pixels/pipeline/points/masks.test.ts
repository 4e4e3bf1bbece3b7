import { expect, test } from 'vitest';
import { randomBytes, randomly } from '../../kernels/testing/random.ts';
import { boxAround, countOf, cropped, fromOn, inBoth, inEither, inverted, paste, without } from './masks.ts';

const size = { widthPx: 32, heightPx: 18 };
const random = randomly(5);
const maskOf = () => randomBytes(size.widthPx * size.heightPx, random).map((value) => value & 1);

test('what two masks have together', () => {
  const [one, other] = [maskOf(), maskOf()];
  const where = (is: (at: number) => boolean) => one.map((_, at) => (is(at) ? 1 : 0));
  expect(inBoth(one, other)).toEqual(where((at) => one[at] === 1 && other[at] === 1));
  expect(inEither(one, other)).toEqual(where((at) => one[at] === 1 || other[at] === 1));
  expect(without(one, other)).toEqual(where((at) => one[at] === 1 && other[at] === 0));
  expect(inverted(one)).toEqual(where((at) => one[at] === 0));
  expect(countOf(one)).toBe(one.filter((is) => is === 1).length);
  const values = randomBytes(100, random);
  expect(fromOn(values, 128)).toEqual(values.map((value) => (value >= 128 ? 1 : 0)));
});

test('the box around a mask', () => {
  const mask = new Uint8Array(size.widthPx * size.heightPx);
  expect(boxAround(mask, size, 3)).toBeNull();
  for (const [x, y] of [
    [9, 12],
    [14, 6],
    [11, 7],
  ]) {
    mask[y * size.widthPx + x] = 1;
  }
  expect(boxAround(mask, size, 0)).toEqual({ leftPx: 9, topPx: 6, widthPx: 6, heightPx: 7 });
  expect(boxAround(mask, size, 2)).toEqual({ leftPx: 7, topPx: 4, widthPx: 10, heightPx: 11 });
  expect(boxAround(mask, size, 100)).toEqual({ leftPx: 0, topPx: 0, ...size });
  // 18 rows are no multiple of four.
  expect(boxAround(mask, size, 0, 4)).toEqual({ leftPx: 8, topPx: 0, widthPx: 8, heightPx: 18 });
});

test('a box goes back to where it was taken from', () => {
  const box = { leftPx: 5, topPx: 3, widthPx: 7, heightPx: 4 };
  const numbers = Uint8Array.from({ length: size.widthPx * size.heightPx }, (_, at) => at % 251);
  const colours = Uint8Array.from({ length: numbers.length * 3 }, (_, at) => numbers[Math.floor(at / 3)]);
  const taken = cropped(numbers, size, box);
  expect([taken[0], taken[box.widthPx]]).toEqual([(3 * 32 + 5) % 251, (4 * 32 + 5) % 251]);
  expect(cropped(colours, size, box, 3).filter((_, at) => at % 3 === 1)).toEqual(taken);
  const empty = new Uint8Array(numbers.length);
  paste(taken, box, empty, size);
  const isInside = (at: number) => {
    const [x, y] = [at % size.widthPx, Math.floor(at / size.widthPx)];
    return x >= 5 && x < 12 && y >= 3 && y < 7;
  };
  expect(empty).toEqual(numbers.map((value, at) => (isInside(at) ? value : 0)));
});
