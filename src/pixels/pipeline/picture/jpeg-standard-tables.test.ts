import sharp from 'sharp';
import { expect, test } from 'vitest';
import { HuffmanTable } from './jpeg-entropy.ts';
import { standardAcTables, standardDcTables } from './jpeg-standard-tables.ts';

/** The tables of a file by class and number, as its segments before the scan have them: ITU-T T.81 B.2.4.2. */
function tablesOf(file: Uint8Array): Map<number, HuffmanTable> {
  const tables = new Map<number, HuffmanTable>();
  const { buffer, byteOffset, byteLength } = file;
  const view = new DataView(buffer, byteOffset, byteLength);
  for (let at = 2; file[at + 1] !== 0xda; at += 2 + view.getUint16(at + 2)) {
    if (file[at + 1] !== 0xc4) continue;
    for (let from = at + 4; from < at + 2 + view.getUint16(at + 2); ) {
      const counts = Uint8Array.from(file.subarray(from + 1, from + 17));
      const end = from + 17 + counts.reduce((sum, count) => sum + count, 0);
      tables.set(file[from], new HuffmanTable(counts, Uint8Array.from(file.subarray(from + 17, end))));
      from = end;
    }
  }
  return tables;
}

test('they are those that libjpeg writes where it makes none for the picture', async () => {
  const create = { width: 16, height: 16, channels: 3, background: '#246' } as const;
  const file = await sharp({ create }).jpeg({ optimiseCoding: false }).toBuffer();
  const [luminanceDc, chrominanceDc, luminanceAc, chrominanceAc] = [0x00, 0x01, 0x10, 0x11];
  const tables = tablesOf(file);
  expect(standardDcTables).toEqual([tables.get(luminanceDc), tables.get(chrominanceDc)]);
  expect(standardAcTables).toEqual([tables.get(luminanceAc), tables.get(chrominanceAc)]);
});
