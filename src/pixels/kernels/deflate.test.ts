/** Strips that are compressed by run lengths: what zlib makes of them again, and how large its own are. */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytes, layOut, shorts } from './memory.ts';
import { randomBytes, randomly } from './testing/random.ts';

/** @param offset where the bytes are, from a border of vectors */
function deflated(of: Uint8Array, isLast: boolean, offset = 0): Uint8Array {
  const { kernels, arrays } = layOut({
    of: bytes(of.length + offset),
    tokens: shorts(32_767),
    into: bytes(of.length * 2 + 400),
  });
  arrays.of.set(of, offset);
  // What is beyond the last byte must not count as a part of a run.
  new Uint8Array(arrays.of.buffer, arrays.of.byteOffset + arrays.of.length, 8).fill(of[of.length - 1] ?? 0);
  const { of: given, tokens, into } = arrays;
  const length = kernels.deflateRuns(
    ...[given.byteOffset + offset, of.length, Number(isLast), tokens.byteOffset, into.byteOffset],
  );
  expect(length).toBeLessThanOrEqual(into.length);
  return into.slice(0, length);
}

const byZlib = (of: Uint8Array) => deflateRawSync(of, { level: 1, memLevel: 9, strategy: constants.Z_RLE });

/** Bytes with a kind of their own, which decides how often each occurs and how long runs are. */
const kinds: Readonly<Record<string, (length: number, random: (end: number) => number) => Uint8Array>> = {
  noise: (length, random) => new Uint8Array(length).map(() => random(256)),
  runs: randomBytes,
  'one value': (length, random) => new Uint8Array(length).fill(random(256)),
  'small differences': (length, random) =>
    new Uint8Array(length).map(() => Math.round((random(256) + random(256) - random(256) - random(256)) / 60)),
  // Each value half as often as the one before: codes would grow beyond 15 bits.
  'falling frequencies': (length, random) => new Uint8Array(length).map(() => Math.clz32(random(2 ** 31)) * 3),
};

describe.each(Object.entries(kinds))('%s', (_, make) => {
  test('comes back, whatever its length and place', () => {
    for (let length = 0; length <= 70; length++) {
      for (const offset of [0, 1, 7]) {
        const of = make(length, randomly(length));
        expect(inflateRawSync(deflated(of, true, offset)).equals(of), `${length} bytes`).toBe(true);
      }
    }
  });

  test('comes back in strips that follow each other', () => {
    const random = randomly(5);
    const strips = [1, 2, 300, 32_767, 32_768, 0, 100_000].map((length) => make(length, random));
    const stream = strips.map((strip, at) => deflated(strip, at === strips.length - 1));
    expect(inflateRawSync(Buffer.concat(stream)).equals(Buffer.concat(strips))).toBe(true);
  });

  test('is hardly larger than what zlib makes of it', () => {
    const of = make(400_000, randomly(9));
    expect(deflated(of, true).length).toBeLessThanOrEqual(byZlib(of).length * 1.003 + 100);
  });
});

test('runs of every length come back', () => {
  const of = Array.from({ length: 600 }, (_, length) => new Uint8Array(length).fill(length));
  const whole = new Uint8Array(Buffer.concat(of));
  expect(inflateRawSync(deflated(whole, true)).equals(whole)).toBe(true);
});

test('codes that would be longer than 15 bits are cut to them', () => {
  // Frequencies of Fibonacci's numbers make the deepest trees.
  const frequencies = [1, 1];
  while (frequencies.length < 20)
    frequencies.push(frequencies[frequencies.length - 1] + frequencies[frequencies.length - 2]);
  const values = frequencies.flatMap((count, value) => Array.from({ length: count }, () => value));
  const random = randomly(3);
  for (let at = values.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [values[at], values[other]] = [values[other], values[at]];
  }
  const of = Uint8Array.from(values);
  expect(inflateRawSync(deflated(of, true)).equals(of)).toBe(true);
});
