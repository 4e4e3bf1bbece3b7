import { describe, expect, it } from 'vitest';
import { filesOf } from '../playground/zip.ts';
import { directoryOf, type ListedFile, ZipFile } from './zip-file.ts';

const textsOf = async (zip: Blob) => {
  const files = await filesOf(zip);
  return Promise.all([...files].map(async ([name, file]) => [name, await file.text()]));
};

describe('a ZIP', () => {
  it('holds the files in the order in which they were added, also at once', async () => {
    const parts: BlobPart[] = [];
    const zip = new ZipFile(async (part) => void parts.push(part));
    await Promise.all([zip.add('a.png', new Blob(['one'])), zip.add('ünder.png', new Blob(['two']))]);
    await zip.end();
    expect(await textsOf(new Blob(parts))).toEqual([
      ['a.png', 'one'],
      ['ünder.png', 'two'],
    ]);
    expect(zip.bytes).toBe(new Blob(parts).size);
  });

  it('goes on with the next file where one could not be written', async () => {
    let writes = 0;
    const zip = new ZipFile(async () => {
      if (++writes === 1) throw new Error('The disk is full');
    });
    await expect(zip.add('a.png', new Blob(['one']))).rejects.toThrow('The disk is full');
    await zip.add('b.png', new Blob(['two']));
    expect(writes).toBe(3);
  });

  it('without files is one', async () => {
    const parts: BlobPart[] = [];
    await new ZipFile(async (part) => void parts.push(part)).end();
    expect(await textsOf(new Blob(parts))).toEqual([]);
    expect(new Blob(parts).size).toBe(22);
  });
});

describe('the directory', () => {
  const gib = 1024 ** 3;
  const entry = (at: number): ListedFile => ({ name: 'a.png', checksum: 0x01020304, bytes: 5, at });

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
