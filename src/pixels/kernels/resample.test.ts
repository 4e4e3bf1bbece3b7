/** Reducing rows against the same sums in JavaScript, which rounds each kept number to 32 bits and nothing else. */
import { describe, expect, test } from 'vitest';
import { bytes, floats, integers, layOut } from './memory.ts';
import { randomBytes, randomly } from './testing/random.ts';

const widths = Array.from({ length: 71 }, (_, width) => width);

describe('RGBA over mid-grey', () => {
  const overGrey = (rgba: Uint8Array): Uint8Array => {
    const rgb = new Uint8Array((rgba.length / 4) * 3);
    for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
      for (let i = 0; i < 3; i++) {
        rgb[to + i] = (rgba[from + i] * rgba[from + 3] + (255 - rgba[from + 3]) * 128 + 127) / 255;
      }
    }
    return rgb;
  };
  const byKernel = (rgba: Uint8Array): Uint8Array => {
    const pixels = rgba.length / 4;
    const { kernels, arrays } = layOut({ rgba: bytes(rgba.length), rgb: bytes(pixels * 3) });
    arrays.rgba.set(rgba);
    kernels.overGrey(arrays.rgba.byteOffset, pixels, arrays.rgb.byteOffset);
    return arrays.rgb.slice();
  };

  test.each([
    ['opaque', () => 255],
    ['any', (value: number) => value],
    ['opaque but for a few', (value: number) => (value < 230 ? 255 : value)],
  ])('of %s alpha, rows of any length', (_, alphaOf) => {
    for (const width of [...widths, 999]) {
      const rgba = randomBytes(width * 4, randomly(width)).map((value, i) => (i % 4 === 3 ? alphaOf(value) : value));
      expect(byKernel(rgba)).toEqual(overGrey(rgba));
    }
  });

  test('every colour under every alpha', () => {
    const rgba = Uint8Array.from({ length: 256 * 256 * 4 }, (_, i) => (i % 4 === 3 ? i >> 10 : (i >> 2) & 255));
    expect(byKernel(rgba)).toEqual(overGrey(rgba));
  });
});

test('a row is reduced to the sums of its taps, of which those between the first and the last weigh the same', () => {
  for (const width of widths.slice(1)) {
    const random = randomly(width);
    const stride = 1 + random(width % 2 === 0 ? 6 : 40);
    const rgb = randomBytes(300, random);
    const first = Int32Array.from({ length: width }, () => random(90));
    const count = first.map((from) => random(1 + Math.min(stride, 100 - from)));
    const weights = Float32Array.from({ length: width * stride }, () => random(1000) / 999);
    const expected = new Float32Array(width * 3);
    for (let x = 0; x < width; x++) {
      if (count[x] > 2) weights.fill(weights[x * stride + 1], x * stride + 1, x * stride + count[x] - 1);
      for (let i = 0; i < 3; i++) {
        let sum = 0;
        for (let tap = 0; tap < count[x]; tap++) sum += rgb[(first[x] + tap) * 3 + i] * weights[x * stride + tap];
        expected[x * 3 + i] = sum;
      }
    }
    const { kernels, arrays } = layOut({
      rgb: bytes(rgb.length),
      first: integers(width),
      count: integers(width),
      weights: floats(weights.length),
      into: floats(width * 3),
    });
    arrays.rgb.set(rgb);
    arrays.first.set(first);
    arrays.count.set(count);
    arrays.weights.set(weights);
    kernels.reduceRow(
      ...[arrays.rgb.byteOffset, arrays.first.byteOffset, arrays.count.byteOffset],
      ...[arrays.weights.byteOffset, stride, width, arrays.into.byteOffset],
    );
    expect(arrays.into).toEqual(expected);
  }
});

test('rows are added up by their weights, and the sum is cut to bytes and begun again', () => {
  for (const count of widths) {
    const random = randomly(count);
    const { kernels, arrays } = layOut({ sum: floats(count), row: floats(count), into: bytes(count) });
    const { sum, row, into } = arrays;
    const expected = new Float32Array(count).fill(0.5);
    sum.fill(0.5);
    for (const weight of [0.3, 0.6000000238418579, 0.1]) {
      row.set(Float32Array.from({ length: count }, () => random(255_000) / 1000));
      kernels.addRow(sum.byteOffset, row.byteOffset, weight, count);
      for (let i = 0; i < count; i++) expected[i] += row[i] * Math.fround(weight);
      expect(sum).toEqual(expected);
    }
    kernels.takeSum(sum.byteOffset, count, into.byteOffset);
    expect(into).toEqual(new Uint8Array(expected));
    expect(sum).toEqual(new Float32Array(count).fill(0.5));
  }
});

test('two rows are blended as they would be added up', () => {
  for (const count of widths) {
    const random = randomly(count);
    const { kernels, arrays } = layOut({ one: floats(count), other: floats(count), into: bytes(count + 3) });
    const { one, other, into } = arrays;
    for (const values of [one, other]) values.set(Float32Array.from({ length: count }, () => random(255_000) / 1000));
    for (const weight of [0, 0.123, 0.5, 1]) {
      const [share, rest] = [Math.fround(weight), Math.fround(1 - weight)];
      const expected = one.map((value, at) => Math.fround(Math.fround(0.5 + value * share) + other[at] * rest));
      kernels.blendRows(one.byteOffset, weight, other.byteOffset, 1 - weight, count, into.byteOffset);
      expect(into.subarray(0, count)).toEqual(new Uint8Array(expected));
    }
  }
});
