/** ZIP files as two kinds of readers see them: by the directory at the end, and from front to back. */
import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readZip } from './testing/zip-reader.ts';
import { type ZipEntry, zipPieces } from './zip.ts';

async function fileOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipPieces(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a ZIP', () => {
  it('holds its files, streamed ones and whole ones', async () => {
    const file = fc.record({
      pieces: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
      isWhole: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 4 }), async (files) => {
        const entries = files.map(({ pieces, isWhole }, at): ZipEntry => {
          const name = `${at}.bin`;
          return isWhole ? { name, file: () => pieces } : { name, pieces };
        });
        const read = readZip(await fileOf(entries));
        expect([...read.keys()]).toEqual(entries.map(({ name }) => name));
        for (const [at, { pieces }] of files.entries()) {
          expect(read.get(`${at}.bin`)?.equals(Buffer.concat(pieces))).toBe(true);
        }
      }),
    );
  });

  it('cuts long pieces into blocks that deflate can store', async () => {
    const long = Uint8Array.from({ length: 200_001 }, (_, at) => at * 31);
    const read = readZip(await fileOf([{ name: 'long', pieces: [long, long.subarray(0, 65_535)] }]));
    expect(read.get('long')?.equals(Buffer.concat([long, long.subarray(0, 65_535)]))).toBe(true);
  });

  it('can be read from front to back: only a deflated entry has its length behind it', async () => {
    const data = Buffer.from('some matte');
    const file = await fileOf([
      { name: 'a', pieces: [data] },
      { name: 'b', file: () => [data] },
    ]);
    const flags = (at: number) => ({ follows: file.readUInt16LE(at + 6), method: file.readUInt16LE(at + 8) });
    expect(flags(0)).toEqual({ follows: 8, method: 8 });
    expect(inflateRawSync(file.subarray(31)).equals(data)).toBe(true);
    const descriptor = file.indexOf(Buffer.from([0x50, 0x4b, 7, 8]));
    expect([4, 8, 12].map((at) => file.readUInt32LE(descriptor + at))).toEqual([
      crc32(data),
      data.length + 10,
      data.length,
    ]);
    expect(flags(descriptor + 16)).toEqual({ follows: 0, method: 0 });
    expect([14, 18, 22].map((at) => file.readUInt32LE(descriptor + 16 + at))).toEqual([
      crc32(data),
      data.length,
      data.length,
    ]);
  });

  it('is made as it is read', async () => {
    const made: string[] = [];
    function* pieces() {
      for (const name of ['one', 'two']) {
        made.push(name);
        yield new Uint8Array(3);
      }
    }
    const zip = zipPieces([
      { name: 'a', pieces: pieces() },
      { name: 'b', file: () => Promise.reject(new Error('Nobody asked for it')) },
    ]);
    await zip.next();
    expect(made).toEqual([]);
    await zip.next();
    expect(made).toEqual(['one']);
    await zip.return();
    expect(made).toEqual(['one']);
  });
});
