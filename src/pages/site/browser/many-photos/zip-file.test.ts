import { describe, expect, it } from 'vitest';
import { filesOf } from '../playground/zip.ts';
import { ZipFile } from './zip-file.ts';

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
