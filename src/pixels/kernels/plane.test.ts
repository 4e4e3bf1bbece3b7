/** Planes of bytes against the same sums and counts in JavaScript. */
import { expect, test } from 'vitest';
import { axisTaps } from '../pipeline/plane/taps.ts';
import { bytes, floats, integers, layOut } from './memory.ts';
import { corners, countsAround, reduced } from './testing/plane.ts';
import { randomBytes, randomly } from './testing/random.ts';

/** Widths and heights, those of vectors and of windows among them. */
const sizes = [
  { widthPx: 1, heightPx: 1 },
  { widthPx: 2, heightPx: 9 },
  { widthPx: 15, heightPx: 3 },
  { widthPx: 16, heightPx: 2 },
  { widthPx: 17, heightPx: 20 },
  { widthPx: 33, heightPx: 14 },
  { widthPx: 70, heightPx: 41 },
];
/** Where arrays were left, other numbers stay: a kernel that reads what nobody wrote finds these. */
const leftOver = 199;

test('a plane at another size is the sum of its taps', () => {
  for (const size of sizes) {
    const samples = randomBytes(size.widthPx * size.heightPx, randomly(size.widthPx));
    for (const [width, height, from] of [
      [1, 1, 0],
      [7, 5, 0],
      [40, 61, 0],
      [9, 33, -3.4],
      [130, 3, 0.7],
    ] as const) {
      const columns = axisTaps(size.widthPx, width, { from, to: size.widthPx + from });
      const lines = axisTaps(size.heightPx, height, { from, to: size.heightPx + 2 * from });
      const { kernels, arrays } = layOut({
        rows: bytes(samples.length),
        first: integers(width),
        count: integers(width),
        weights: floats(columns.weights.length),
        firstLine: integers(height),
        lineCount: integers(height),
        lineWeights: floats(lines.weights.length),
        narrowed: floats(size.heightPx * width),
        into: bytes(width * height),
      });
      const { rows, first, count, weights, firstLine, lineCount, lineWeights, narrowed, into } = arrays;
      rows.set(samples);
      first.set(columns.first);
      count.set(columns.count);
      weights.set(columns.weights);
      firstLine.set(lines.first);
      lineCount.set(lines.count);
      lineWeights.set(lines.weights);
      narrowed.fill(leftOver);
      into.fill(leftOver);
      kernels.reducePlane(
        ...[rows.byteOffset, size.widthPx, size.heightPx],
        ...[first.byteOffset, count.byteOffset, weights.byteOffset, columns.stride, width],
        ...[firstLine.byteOffset, lineCount.byteOffset, lineWeights.byteOffset, lines.stride, height],
        ...[narrowed.byteOffset, into.byteOffset],
      );
      expect(into, `${size.widthPx} × ${size.heightPx} to ${width} × ${height}`).toEqual(
        reduced(samples, size, columns, lines),
      );
    }
  }
});

test.each([0, 1, 15, 16, 17, 300])('of %i bytes those between two are counted, and none beyond', (length) => {
  const samples = randomBytes(length, randomly(length));
  for (const [low, high] of [
    [0, 255],
    [1, 255],
    [128, 255],
    [13, 242],
    [0, 0],
  ] as const) {
    const { kernels, arrays } = layOut({ samples: bytes(length + 16) });
    arrays.samples.fill(leftOver);
    arrays.samples.set(samples);
    const expected = samples.filter((value) => value >= low && value <= high).length;
    expect(kernels.countBetween(arrays.samples.byteOffset, length, low, high), `${low} to ${high}`).toBe(expected);
  }
});

test.each(sizes)('pixels are counted in windows that end at the border of $widthPx × $heightPx', (size) => {
  const samples = randomBytes(size.widthPx * size.heightPx, randomly(size.heightPx));
  for (const reach of [1, 6]) {
    const window = (2 * reach + 1) ** 2;
    const { kernels, arrays } = layOut({
      samples: bytes(samples.length),
      table: bytes(window + 1),
      columns: bytes(size.widthPx),
      into: bytes(samples.length),
    });
    const { table, columns, into } = arrays;
    arrays.samples.set(samples);
    for (let count = 0; count <= window; count++) table[count] = 255 - count;
    columns.fill(leftOver);
    kernels.countAround(
      ...[arrays.samples.byteOffset, size.widthPx, size.heightPx],
      ...[5, 250, reach],
      ...[table.byteOffset, columns.byteOffset, into.byteOffset],
    );
    expect([...into]).toEqual(countsAround(samples, size, [5, 250, reach]).map((count) => 255 - count));
  }
});

test.each(sizes)('corners of $widthPx × $heightPx are as soft as the softest pixel, unless all are sure', (size) => {
  const random = randomly(size.widthPx + size.heightPx);
  // Alike in the large, so that all four are often the same.
  const samples = Uint8Array.from({ length: size.widthPx * size.heightPx }, (_, at) =>
    random(9) === 0 ? random(256) : at % size.widthPx < size.widthPx / 2 ? 3 : 251,
  );
  const soft = randomBytes(samples.length, random);
  const { kernels, arrays } = layOut({
    alpha: bytes(samples.length),
    softness: bytes(samples.length),
    into: bytes((size.widthPx + 1) * (size.heightPx + 1)),
  });
  arrays.alpha.set(samples);
  arrays.softness.set(soft);
  const found = kernels.softCorners(
    ...[arrays.alpha.byteOffset, arrays.softness.byteOffset, size.widthPx, size.heightPx],
    ...[5, 250],
    arrays.into.byteOffset,
  );
  const expected = corners(samples, soft, size, [5, 250]);
  expect(arrays.into).toEqual(expected);
  expect(found).toBe(expected.filter((corner) => corner > 0).length);
});
