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
