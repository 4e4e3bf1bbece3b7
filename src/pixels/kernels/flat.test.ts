/** Kernels of cuts by colour against the same in JavaScript. */
import { expect, test } from 'vitest';
import { bytes, floats, integers, layOut, shorts } from './memory.ts';
import { randomBytes, randomly } from './testing/random.ts';

/** Widths and heights, those of vectors among them. */
const sizes = [
  { widthPx: 1, heightPx: 1 },
  { widthPx: 2, heightPx: 9 },
  { widthPx: 15, heightPx: 3 },
  { widthPx: 16, heightPx: 2 },
  { widthPx: 17, heightPx: 20 },
  { widthPx: 70, heightPx: 41 },
];
/** Where arrays were left, other numbers stay: a kernel that reads what nobody wrote finds these. */
const leftOver = 199;

test('differences are those of the channel that differs most, rounded', () => {
  const random = randomly(1);
  for (const pixels of [1, 5, 15, 16, 17, 33, 64, 211]) {
    const samples = randomBytes(3 * pixels, random);
    const behind = Float32Array.from(
      samples,
      () => [0, 255, 12.5, 254.49, random(256), random(25_500) / 100][random(6)],
    );
    const { kernels, arrays } = layOut({ rgb: bytes(3 * pixels), behind: floats(3 * pixels), into: bytes(pixels) });
    arrays.rgb.set(samples);
    arrays.behind.set(behind);
    kernels.differences(arrays.rgb.byteOffset, arrays.behind.byteOffset, pixels, arrays.into.byteOffset);
    const away = Array.from(samples, (value, at) => Math.floor(Math.abs(Math.fround(value - behind[at])) + 0.5));
    const expected = Array.from({ length: pixels }, (_, at) => Math.max(...away.slice(3 * at, 3 * at + 3)));
    expect([...arrays.into]).toEqual(expected);
  }
});

test('cells are raised to the most of their values', () => {
  const random = randomly(2);
  for (const [count, side] of [
    [1, 3],
    [9, 3],
    [50, 4],
    [31, 1],
  ] as const) {
    const [values, before] = [randomBytes(count, random), randomBytes(Math.ceil(count / side), random)];
    const { kernels, arrays } = layOut({ values: bytes(count), into: bytes(before.length) });
    arrays.values.set(values);
    arrays.into.set(before);
    kernels.raiseToMost(arrays.values.byteOffset, count, side, arrays.into.byteOffset);
    const most = (at: number) => Math.max(before[at], ...values.slice(at * side, (at + 1) * side));
    expect([...arrays.into]).toEqual(Array.from(before, (_, at) => most(at)));
  }
});

test('steps are counted to the nearest cell of a value', () => {
  for (const { widthPx, heightPx } of sizes) {
    const random = randomly(widthPx);
    const plane = Uint8Array.from({ length: widthPx * heightPx }, () => (random(20) === 0 ? 7 : random(3)));
    for (const most of [1, 4, 4096]) {
      const { kernels, arrays } = layOut({ plane: bytes(plane.length), into: shorts(plane.length) });
      arrays.plane.set(plane);
      arrays.into.fill(leftOver);
      kernels.stepsTo(arrays.plane.byteOffset, widthPx, heightPx, 7, most, arrays.into.byteOffset);
      const found = [...plane.keys()].filter((cell) => plane[cell] === 7);
      const steps = (cell: number, other: number) =>
        Math.abs((cell % widthPx) - (other % widthPx)) +
        Math.abs(Math.floor(cell / widthPx) - Math.floor(other / widthPx));
      const nearest = (cell: number) => found.reduce((least, other) => Math.min(least, steps(cell, other)), most);
      expect([...arrays.into]).toEqual([...plane.keys()].map(nearest));
    }
  }
});

test('cells are smooth beside all four of their neighbours, as far as there are any', () => {
  for (const { widthPx, heightPx } of sizes) {
    const random = randomly(widthPx + 2);
    const plane = Uint8Array.from({ length: widthPx * heightPx }, () => [100, 101, 103, 150, 103, 101][random(5)]);
    for (const [step, most] of [
      [1, 255],
      [2, 102],
      [3, 160],
    ] as const) {
      const { kernels, arrays } = layOut({ plane: bytes(plane.length), into: bytes(plane.length) });
      arrays.plane.set(plane);
      arrays.into.fill(leftOver);
      kernels.smoothCells(arrays.plane.byteOffset, widthPx, heightPx, step, most, arrays.into.byteOffset);
      const isSmooth = (cell: number) => {
        const x = cell % widthPx;
        const beside = [x > 0 ? cell - 1 : cell, x < widthPx - 1 ? cell + 1 : cell, cell - widthPx, cell + widthPx];
        const isNear = (other: number) => Math.abs((plane[other] ?? plane[cell]) - plane[cell]) <= step;
        return plane[cell] <= most && beside.every(isNear) ? 1 : 0;
      };
      expect([...arrays.into]).toEqual([...plane.keys()].map(isSmooth));
    }
  }
});

test('places beside a value are found once, in order, and not across the ends of rows', () => {
  for (const { widthPx, heightPx } of sizes) {
    const random = randomly(widthPx + 1);
    const plane = Uint8Array.from({ length: widthPx * heightPx }, () => [0, 0, 0, 0, 0, 0, 0, 0, 1, 2][random(10)]);
    const { kernels, arrays } = layOut({
      ...{ plane: bytes(plane.length), room: bytes(widthPx + 32), into: integers(plane.length) },
    });
    arrays.room.fill(leftOver);
    arrays.plane.set(plane);
    const { plane: from, room, into } = arrays;
    const count = kernels.placesBeside(from.byteOffset, widthPx, heightPx, 0, 1, room.byteOffset, into.byteOffset);
    const isBeside = (cell: number) => {
      const [x, y] = [cell % widthPx, Math.floor(cell / widthPx)];
      return [...plane.keys()].some(
        (other) =>
          plane[other] === 1 && Math.abs((other % widthPx) - x) <= 1 && Math.abs(Math.floor(other / widthPx) - y) <= 1,
      );
    };
    const expected = [...plane.keys()].filter((cell) => plane[cell] === 0 && isBeside(cell));
    expect([...into.subarray(0, count)]).toEqual(expected);
  }
});
