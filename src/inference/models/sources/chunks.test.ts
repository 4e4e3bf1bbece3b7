import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { joinChunks, readResource } from './chunks.ts';

const directory = useTemporaryDirectory();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const [one, two] = [sha256('one'), sha256('chunk two')];

async function writeIndex(content: unknown): Promise<string> {
  const file = path.join(directory(), 'resources.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function resource(chunks: readonly unknown[], size = 12) {
  return { '/models/tiny': { chunks, size, mime: 'application/octet-steam' }, '/other': { chunks: [], size: 0 } };
}

describe('readResource', () => {
  it('gives the chunks in order with their sizes', async () => {
    const index = await writeIndex(
      resource([
        { hash: one, offsets: [0, 3] },
        { hash: two, offsets: [3, 12] },
      ]),
    );
    expect(await readResource(index, '/models/tiny', 12)).toEqual([
      { hash: one, bytes: 3 },
      { hash: two, bytes: 9 },
    ]);
  });

  it.each<[what: string, content: unknown, message: string]>([
    ['no JSON', 'not JSON', 'The package has no readable dist/resources.json'],
    ['another layout', { '/models/tiny': [] }, 'The package has no readable dist/resources.json'],
    [
      'a chunk whose name leads out of the folder',
      resource([{ hash: '../../secret', offsets: [0, 12] }]),
      'The package has no readable dist/resources.json',
    ],
    ['no such resource', {}, 'The package has no resource /models/tiny'],
    [
      'a gap',
      resource([
        { hash: one, offsets: [0, 3] },
        { hash: two, offsets: [4, 12] },
      ]),
      'has a gap at byte 3',
    ],
    ['a chunk that runs backwards', resource([{ hash: one, offsets: [0, -1] }]), 'has a gap at byte 0'],
    ['an end too early', resource([{ hash: one, offsets: [0, 3] }]), 'has 3 bytes and the manifest says 12'],
  ])('refuses %s', async (_what, content, message) => {
    await expect(readResource(await writeIndex(content), '/models/tiny', 12)).rejects.toThrow(message);
  });

  it('refuses a size that the manifest does not say', async () => {
    const index = await writeIndex(resource([{ hash: one, offsets: [0, 3] }], 3));
    await expect(readResource(index, '/models/tiny', 4)).rejects.toThrow('has 3 bytes and the manifest says 4');
  });

  it('refuses a package without the index', async () => {
    const index = path.join(directory(), 'resources.json');
    await expect(readResource(index, '/models/tiny', 12)).rejects.toThrow('has no readable dist/resources.json');
  });
});

describe('joinChunks', () => {
  const chunks = [
    { hash: one, bytes: 3 },
    { hash: two, bytes: 9 },
  ];
  const join = () => joinChunks(directory(), chunks, path.join(directory(), 'joined'));

  async function writeChunks(first: string, second: string): Promise<void> {
    await writeFile(path.join(directory(), one), first);
    await writeFile(path.join(directory(), two), second);
  }

  it('writes the chunks in order and gives the hash of the whole', async () => {
    await writeChunks('one', 'chunk two');
    expect(await join()).toEqual({ sha256: sha256('onechunk two'), bytes: 12 });
    expect(await readFile(path.join(directory(), 'joined'), 'utf8')).toBe('onechunk two');
  });

  it('names a chunk that is cut', async () => {
    await writeChunks('one', 'chunk');
    await expect(join()).rejects.toThrow(`Chunk ${two} of the package is damaged (5 of 9 bytes)`);
  });

  it('names a chunk with a changed byte', async () => {
    await writeChunks('One', 'chunk two');
    await expect(join()).rejects.toThrow(`Chunk ${one} of the package is damaged`);
  });

  it('names a chunk that is not there', async () => {
    await expect(join()).rejects.toThrow(`The package lacks chunk ${one}`);
  });

  it('takes the same chunk twice', async () => {
    await writeFile(path.join(directory(), one), 'one');
    const twice = [chunks[0], chunks[0]];
    expect(await joinChunks(directory(), twice, path.join(directory(), 'joined'))).toMatchObject({ bytes: 6 });
  });
});
