import { crc32 as referenceCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('the check value of CRC-32 that its catalogue states', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
});

test('nothing at all sums to 0', () => {
  expect(crc32('')).toBe(0);
});

// Node has the function since 20.15.
test.runIf(typeof referenceCrc32 === 'function')('agrees with zlib on any ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      expect(crc32(text)).toBe(referenceCrc32(text));
    }),
  );
});
