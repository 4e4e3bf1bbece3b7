import fc from 'fast-check';
import { expect, test } from 'vitest';
import { av1SequenceHeader } from './av1-sequence-header.ts';

/** As `av1C` of two test files of libavif has them. */
const narrowGrey = '0a07196a659e3fca20';
const narrowColour = '0a0e00000024c4ffdf7ffe6c04340480';

test.each([narrowGrey, narrowColour])('%s is of the narrow range, and of the full one by one bit', (hex) => {
  const header = Uint8Array.from(Buffer.from(hex, 'hex'));
  expect(av1SequenceHeader(header)?.fullRange).toBe(false);
  const full = header.slice();
  const isFull = Array.from({ length: header.length * 8 }, (_, bit) => {
    full.set(header);
    full[bit >> 3] ^= 128 >> (bit & 7);
    return av1SequenceHeader(full)?.fullRange === true;
  });
  expect(isFull.lastIndexOf(true)).toBeGreaterThan(16);
});

test('it is read behind a temporal delimiter, its matrix too', () => {
  const header = Buffer.from(narrowColour, 'hex');
  expect(av1SequenceHeader(Buffer.concat([Buffer.of(0x12, 0), header]))).toEqual(av1SequenceHeader(header));
  expect(av1SequenceHeader(header)?.matrix).toBe(1);
});

/** Section 5.5.1 as 0s and 1s, with all that may be said of time before the samples. */
const timed = [
  // Profile 0, not still, not reduced.
  ['000', '0', '0'],
  // Timing: units, scale, an interval of 0 as uvlc.
  ['1', '1'.repeat(32), '0'.repeat(32), '1', '1'],
  // Decoder model: delays of 10 bits, units, lengths.
  ['1', '01001', '1'.repeat(32), '0'.repeat(10)],
  // Delays are said of one operating point, at level 8 with its tier.
  ['1', '00000', '0'.repeat(12), '01000', '1', '1', '1'.repeat(10), '0'.repeat(10), '1', '1', '0101'],
  // 2 × 2 pixels; no ids of frames, no tools, no superresolution.
  ['0000', '0000', '1', '1', '0', '000', '0000', '0', '0', '0', '000'],
  // 8 bits, colour, described as 5, 6, 7, of the full range.
  ['0', '0', '1', '00000101', '00000110', '00000111', '1'],
]
  .flat()
  .join('');

test('what is said of time is passed over', () => {
  const bytes = timed.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];
  expect(av1SequenceHeader(Uint8Array.of(0x0a, bytes.length, ...bytes))).toEqual({ fullRange: true, matrix: 7 });
});

test('what is no sequence header says nothing, and nothing throws', () => {
  expect(av1SequenceHeader(Uint8Array.of())).toBeNull();
  expect(av1SequenceHeader(Uint8Array.of(0x12, 0, 0, 0))).toBeNull();
  expect(av1SequenceHeader(Uint8Array.of(0x12))).toBeNull();
  expect(av1SequenceHeader(Uint8Array.from(Buffer.from(narrowGrey, 'hex')).subarray(0, 6))).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      bytes[0] = 0x0a;
      expect([true, false, undefined]).toContain(av1SequenceHeader(bytes)?.fullRange);
    }),
    { numRuns: 1000 },
  );
});
