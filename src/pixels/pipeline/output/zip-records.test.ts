/** Where a ZIP is larger than its oldest records can say. */
import { describe, expect, it } from 'vitest';
import { directoryOf, type PlacedRecord } from './zip-records.ts';

describe('the directory', () => {
  const gib = 1024 ** 3;
  const entry = (at: number): PlacedRecord => ({
    ...{ name: 'a.png', flags: 0, method: 0, checksum: 0x01020304, stored: 5, bytes: 5 },
    at,
  });

  it('has no ZIP64 records within 4 GiB', () => {
    expect(directoryOf([entry(0)], 100)).toHaveLength(46 + 5 + 22);
  });

  it('finds what is beyond by ZIP64 records', () => {
    const at = 4 * gib + 40;
    const directory = directoryOf([entry(4 * gib + 1)], at);
    const view = new DataView(directory.buffer);
    const headerBytes = 46 + 5 + 12;
    expect(directory).toHaveLength(headerBytes + 56 + 20 + 22);
    expect([view.getUint32(42, true), view.getUint16(51, true)]).toEqual([0xffffffff, 1]);
    expect(view.getBigUint64(55, true)).toBe(BigInt(4 * gib + 1));
    const end = headerBytes;
    expect(view.getUint32(end, true)).toBe(0x06064b50);
    expect(view.getBigUint64(end + 48, true)).toBe(BigInt(at));
    expect(view.getUint32(end + 56, true)).toBe(0x07064b50);
    expect(view.getBigUint64(end + 64, true)).toBe(BigInt(at + headerBytes));
    expect([view.getUint16(end + 76 + 10, true), view.getUint32(end + 76 + 16, true)]).toEqual([1, 0xffffffff]);
  });
});
