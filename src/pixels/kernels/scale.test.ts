/** Scaling by area against the same sums in JavaScript, bit for bit. */
import { describe, expect, test } from 'vitest';
import { bytes, doubles, layOut } from './memory.ts';
import { randomBytes, randomly } from './testing/random.ts';

/** Sums of rows by their shares. */
function added(before: Float64Array, rows: readonly Uint8Array[], channels: number, shares: readonly number[]) {
  const sums = before.slice();
  for (const [index, row] of rows.entries()) {
    for (let at = 0; at < row.length; at += channels) {
      const own = row[at + channels - 1] * shares[index];
      for (let channel = 0; channel < channels - 1; channel++) sums[at + channel] += row[at + channel] * own;
      sums[at + channels - 1] += own;
    }
  }
  return sums;
}

/** A mean of sums, as a straight colour. */
function mean(sums: Float64Array, channels: number, from: number, to: number, across: number): number[] {
  const total = new Float64Array(channels);
  for (let seen = Math.max(0, Math.floor(from)); seen < Math.min(sums.length / channels, Math.ceil(to)); seen++) {
    const share = (Math.min(to, seen + 1) - Math.max(from, seen)) / across;
    for (let channel = 0; channel < channels; channel++) total[channel] += sums[seen * channels + channel] * share;
  }
  const opacity = total[channels - 1];
  const alpha = Math.floor(opacity + 0.5);
  const colours = [...total.subarray(0, -1)].map((sum) => (alpha === 0 ? 0 : Math.trunc(sum / opacity + 0.5)));
  return [...colours, alpha];
}

describe.each([1, 4])('%i channels', (channels) => {
  test('rows are added by their shares', () => {
    for (let width = 1; width < 40; width++) {
      const random = randomly(width);
      const count = 1 + random(5);
      const { kernels, arrays } = layOut({
        sums: doubles(width * channels),
        rows: bytes(count * width * channels),
        shares: doubles(count),
      });
      const { sums, rows, shares } = arrays;
      for (let at = 0; at < sums.length; at++) sums[at] = random(1e6) / 7;
      rows.set(randomBytes(rows.length, random));
      for (let at = channels - 1; at < rows.length; at += 3 * channels) rows[at] = 0;
      for (let at = 0; at < count; at++) shares[at] = random(1000) / 999;
      const each = Array.from({ length: count }, (_, at) =>
        rows.slice(at * width * channels, (at + 1) * width * channels),
      );
      const expected = added(sums.slice(), each, channels, [...shares]);
      kernels.addShares(
        ...([sums.byteOffset, rows.byteOffset, width, channels] as const),
        ...([shares.byteOffset, count] as const),
      );
      expect(sums).toEqual(expected);
    }
  });

  test('means are taken over the width of each pixel, beyond the row on either side too', () => {
    for (let source = 1; source < 40; source++) {
      const random = randomly(source);
      const row = randomBytes(source * channels, random);
      const sums = added(new Float64Array(row.length), [Uint8Array.from(row)], channels, [1]);
      for (const left of [0, -5, 3]) {
        const width = 1 + random(source);
        const across = (source + random(10)) / width;
        const { kernels, arrays } = layOut({ sums: doubles(sums.length), into: bytes(width * channels) });
        arrays.sums.set(sums);
        arrays.into.fill(0);
        kernels.takeMeans(
          ...([arrays.sums.byteOffset, source, channels] as const),
          ...([left, across, width] as const),
          arrays.into.byteOffset,
        );
        const expected = Array.from({ length: width }, (_, x) =>
          mean(sums, channels, left + x * across, left + (x + 1) * across, across),
        );
        expect([...arrays.into]).toEqual(expected.flat());
      }
    }
  });
});
