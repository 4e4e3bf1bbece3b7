import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pngChunk, pngSignature } from '../../pipeline/png/chunk.ts';
import { openPngRows } from './png-rows.ts';

test('rows of PNG are read in Workers', async () => {
  const header = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0);
  const rows = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 2, 10, 10, 10, 10, 10, 10);
  const parts = [pngChunk('IHDR', [header]), pngChunk('IDAT', [deflateSync(rows)]), pngChunk('IEND', [])];
  const file = await new Blob([pngSignature, ...parts]).bytes();
  const reader = openPngRows(file, { grantedBytes: 2 ** 20 });
  expect([reader.widthPx, reader.heightPx, reader.channels]).toEqual([2, 2, 3]);
  const read = new Uint8Array(12);
  expect(reader.read(2, read)).toBe(2);
  expect([...read]).toEqual([1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16]);
  reader.close();
});
