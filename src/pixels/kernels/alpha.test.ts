/** Alpha at the size of the picture against the same sums in JavaScript. */
import { describe, expect, test } from 'vitest';
import { neighbours, sourcePosition } from '../pipeline/plane/taps.ts';
import { bytes, doubles, floats, integers, layOut } from './memory.ts';
import { bilinearRow, cubicWeights, fittedModel, guidedAlpha } from './testing/alpha.ts';
import { randomBytes, randomly } from './testing/random.ts';

/** Widths of a matte's row, and of the picture's. */
const sizes = Array.from({ length: 71 }, (_, at) => [1 + ((at * 13) % 37), Math.max(1, at)] as const);

/** Where the pixels of a row are among those of the matte. */
function placed(size: number, matteSize: number) {
  const positions = Array.from({ length: size }, (_, x) => sourcePosition(x, size, matteSize));
  return { ...neighbours(size, matteSize), positions, left: positions.map(Math.floor) };
}

test('a row between two rows is bilinear', () => {
  for (const [matteWidth, width] of [...sizes, [300, 70] as const, [40, 4000] as const]) {
    const random = randomly(width);
    const rows = [randomBytes(matteWidth, random), randomBytes(matteWidth, random)] as const;
    const { start, across, left } = placed(width, matteWidth);
    for (const down of [0, 0.25, 1 / 3, 0.999]) {
      const { kernels, arrays } = layOut({
        upper: bytes(matteWidth),
        lower: bytes(matteWidth),
        start: integers(matteWidth + 1),
        across: floats(width),
        blended: floats(matteWidth + 1),
        into: bytes(width),
      });
      arrays.upper.set(rows[0]);
      arrays.lower.set(rows[1]);
      arrays.start.set(start);
      arrays.across.set(across);
      kernels.layerRow(
        ...[arrays.upper.byteOffset, arrays.lower.byteOffset, down, matteWidth],
        ...[arrays.start.byteOffset, arrays.across.byteOffset, arrays.blended.byteOffset, arrays.into.byteOffset],
      );
      expect(arrays.into, `${matteWidth} to ${width}`).toEqual(bilinearRow(rows, down, left, across));
    }
  }
});

/** Three rows of a matte with its guide, fitted by the kernel; and column by column as it should be. */
function modelsOf(matteWidth: number, random: (end: number) => number) {
  const alpha = randomBytes(matteWidth * 3, random);
  const guide = randomBytes(matteWidth * 9, random);
  // Windows without an edge, alone and side by side.
  for (let x = 0; x < matteWidth; x++) {
    if (x % 11 < 5) for (let line = 0; line < 3; line++) alpha[line * matteWidth + x] = x % 22 < 11 ? 0 : 255;
  }
  const stride = matteWidth + 1;
  const { kernels, arrays } = layOut({
    rows: bytes(alpha.length),
    guide: bytes(guide.length),
    sums: integers(14 * (matteWidth + 2)),
    models: floats(5 * stride),
  });
  arrays.rows.set(alpha);
  arrays.guide.set(guide);
  const { rows, sums, models } = arrays;
  kernels.fitRow(...[rows.byteOffset, arrays.guide.byteOffset, matteWidth, sums.byteOffset, models.byteOffset, stride]);
  const expected = Array.from({ length: matteWidth }, (_, x) => fittedModel(alpha, guide, matteWidth, x));
  return { models: models.slice(), expected };
}

test('models of a row are least squares, the last one twice', () => {
  for (const matteWidth of [...sizes.slice(1).map(([, width]) => width), 513]) {
    const { models, expected } = modelsOf(matteWidth, randomly(matteWidth));
    const stride = matteWidth + 1;
    for (let x = 0; x <= matteWidth; x++) {
      const model = Float32Array.from({ length: 5 }, (_, row) => models[row * stride + x]);
      expect(model, `column ${x} of ${matteWidth}`).toEqual(expected[Math.min(x, matteWidth - 1)]);
    }
  }
});

describe.each([3, 4])('soft pixels with %i channels', (channels) => {
  test('follow the models by their weights, and are bicubic for the rest', () => {
    for (const [matteWidth, width] of sizes) {
      const random = randomly(width + channels);
      const [above, below] = [modelsOf(matteWidth, random), modelsOf(matteWidth, random)];
      const rows = Array.from({ length: 4 }, () => randomBytes(matteWidth, random));
      const bilinear = randomBytes(width, random);
      const pixels = randomBytes(width * channels, random);
      const down = random(1000) / 1000;
      const rowWeights = [-0.05, 0.6, 0.5, -0.05];
      const { across, left, positions } = placed(width, matteWidth);
      const first = random(width);
      const last = first + 1 + random(width - first);
      const span = last - first;
      const stride = matteWidth + 1;
      const { kernels, arrays } = layOut({
        into: bytes(span),
        pixels: bytes(span * channels),
        rows: bytes(matteWidth * 4),
        above: floats(stride * 5),
        below: floats(stride * 5),
        columns: doubles(matteWidth + 3),
      });
      arrays.into.set(bilinear.subarray(first, last));
      arrays.pixels.set(pixels.subarray(first * channels, last * channels));
      for (const [line, row] of rows.entries()) arrays.rows.set(row, line * matteWidth);
      arrays.above.set(above.models);
      arrays.below.set(below.models);
      const [w0, w1, w2, w3] = rowWeights;
      kernels.guidedRow(
        ...[arrays.into.byteOffset, arrays.pixels.byteOffset, channels, first, last, width],
        ...[arrays.rows.byteOffset, matteWidth, down, w0, w1, w2, w3],
        ...[arrays.above.byteOffset, arrays.below.byteOffset, stride, arrays.columns.byteOffset],
      );
      const expected = bilinear.subarray(first, last).map((value, at) => {
        const x = first + at;
        const pixel = [...pixels.subarray(x * channels, (x + 1) * channels)];
        if (value === 0 || value === 255) return value;
        return guidedAlpha({
          ...{ rows, rowWeights, left: left[x], columnWeights: cubicWeights(positions[x] - left[x]) },
          ...{ across: across[x], down, above: above.expected, below: below.expected },
          colour: channels === 3 || pixel[3] === 255 ? pixel : null,
        });
      });
      expect(arrays.into, `${matteWidth} to ${width}, ${first} to ${last}`).toEqual(expected);
    }
  });
});
