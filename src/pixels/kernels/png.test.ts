/** Row filters and checksum against what the standards say, one byte after the other. */
import { describe, expect, test } from 'vitest';
import { bytes, layOut } from './memory.ts';
import { randomBytes, randomly } from './testing/random.ts';

/** PNG 1.2, section 9.4. */
function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function filtered(row: Uint8Array, above: Uint8Array, pixelBytes: number): Uint8Array {
  return row.map((value, i) => {
    const before = i >= pixelBytes;
    return value - paeth(before ? row[i - pixelBytes] : 0, above[i], before ? above[i - pixelBytes] : 0);
  });
}

/** RFC 1950, section 8.2. */
function checksum(sums: number, of: Uint8Array): number {
  let [a, b] = [sums & 0xffff, sums >>> 16];
  for (const value of of) {
    a = (a + value) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

const widths = Array.from({ length: 71 }, (_, width) => width);
const offsets = [0, 1, 3, 7, 15];

describe.each([1, 4])('rows of pixels of %i bytes', (pixelBytes) => {
  test('are filtered by Paeth, whatever their length and place', () => {
    for (const width of [...widths, 1000]) {
      const random = randomly(width);
      const [row, above] = [randomBytes(width * pixelBytes, random), randomBytes(width * pixelBytes, random)];
      for (const offset of offsets) {
        const length = row.length + offset;
        const { kernels, arrays } = layOut({ row: bytes(length), above: bytes(length), into: bytes(length) });
        arrays.row.set(row, offset);
        arrays.above.set(above, offset);
        const at = ({ byteOffset }: Uint8Array) => byteOffset + offset;
        kernels.filterPaeth(at(arrays.row), at(arrays.above), row.length, pixelBytes, at(arrays.into));
        expect(arrays.into.slice(offset), `${width} pixels at ${offset}`).toEqual(filtered(row, above, pixelBytes));
      }
    }
  });
});

test('every left, above and corner that differ in kind give the Paeth of the standard', () => {
  const levels = [0, 1, 2, 127, 128, 129, 254, 255];
  const cases = levels.flatMap((a) => levels.flatMap((b) => levels.map((c) => [a, b, c])));
  // Each case is a pixel of its own, with a pixel before it.
  const row = Uint8Array.from(cases.flatMap(([a]) => [a, 77]));
  const above = Uint8Array.from(cases.flatMap(([, b, c]) => [c, b]));
  const { kernels, arrays } = layOut({ row: bytes(row.length), above: bytes(row.length), into: bytes(row.length) });
  arrays.row.set(row);
  arrays.above.set(above);
  kernels.filterPaeth(arrays.row.byteOffset, arrays.above.byteOffset, row.length, 1, arrays.into.byteOffset);
  expect(arrays.into).toEqual(filtered(row, above, 1));
});

test('rows are filtered by what is above them', () => {
  for (const width of widths) {
    const random = randomly(width);
    const { kernels, arrays } = layOut({ row: bytes(width), above: bytes(width), into: bytes(width) });
    const { row, above, into } = arrays;
    row.set(randomBytes(width, random));
    above.set(randomBytes(width, random));
    kernels.filterUp(row.byteOffset, above.byteOffset, width, into.byteOffset);
    expect(into).toEqual(row.map((value, i) => value - above[i]));
  }
});

describe('the checksum of zlib streams', () => {
  const sum = (before: number, of: Uint8Array, offset = 0) => {
    const { kernels, arrays } = layOut({ all: bytes(of.length + offset) });
    arrays.all.set(of, offset);
    return kernels.adler32(before, arrays.all.byteOffset + offset, of.length) >>> 0;
  };

  test('is that of the standard for any length, place and beginning', () => {
    for (const length of [...widths, 5551, 5552, 5553, 5568, 11_104, 100_003]) {
      const random = randomly(length);
      const of = randomBytes(length, random);
      const before = checksum(1, randomBytes(100, random));
      for (const offset of offsets) expect(sum(before, of, offset), `${length}`).toBe(checksum(before, of));
    }
  });

  test('does not overflow where all bytes and both sums are as large as they get', () => {
    const of = new Uint8Array(50_000).fill(255);
    const largest = 65_520 * 65_536 + 65_520;
    expect(sum(largest, of)).toBe(checksum(largest, of));
  });
});
