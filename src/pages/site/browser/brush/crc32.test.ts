import { crc32 as crc32OfNode } from 'node:zlib';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

it('is that of others', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  for (const length of [0, 1, 255, 70_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * 7 + (at >> 5));
    expect(crc32(bytes)).toBe(crc32OfNode(bytes));
  }
});
