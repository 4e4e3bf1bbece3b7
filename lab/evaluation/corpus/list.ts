/** The committed list of pictures: package, hash and path in its archive. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type SourcePackage, titleOf } from './packages.ts';
import { runProgram } from './python.ts';

const file = fileURLToPath(new URL('files.txt', import.meta.url));

export interface ListedPicture {
  /** {@link titleOf} its package. */
  readonly title: string;
  /** Of its content: it is kept under this name. */
  readonly sha256: string;
  /** In the archive, without the folder that bears the archive's name. */
  readonly path: string;
}

const found = z.object({ sha256: z.string(), path: z.string() });

/** Pictures of an archive, unpacked under their hashes. */
export async function unpack(python: string, archive: string, into: string): Promise<z.infer<typeof found>[]> {
  return (await runProgram(python, 'unpack.py', { archive, into })).map((line) => found.parse(line));
}

/** @returns the list as it is committed */
export function readList(): ListedPicture[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha256 = '', title = '', path = ''] = line.split('\t');
      return { sha256, title, path };
    });
}

/** Writes the list anew: each content once, under the first of its names. */
export async function writeList(archives: Map<SourcePackage, string>, python: string, into: string): Promise<number> {
  const listed = new Map<string, string>();
  for (const [each, archive] of archives) {
    for (const { sha256, path } of await unpack(python, archive, into)) {
      if (!listed.has(sha256)) listed.set(sha256, `${sha256}\t${titleOf(each)}\t${path}`);
    }
  }
  writeFileSync(file, `${[...listed.values()].join('\n')}\n`);
  return listed.size;
}
