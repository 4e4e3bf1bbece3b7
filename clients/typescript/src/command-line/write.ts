/** Files that are there whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, FileError, writing } from './file-error.ts';

/**
 * Writes a file beside its place and moves it there. What an end by force has left is written over the next time.
 * @throws FileError where it cannot be written; then nothing of it is left
 */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  const part = path.join(folder, `.${path.basename(file)}.part`);
  await writing(file, async () => {
    await mkdir(folder, { recursive: true });
    try {
      await writeThrough(part, bytes);
      await rename(part, file);
    } catch (failure) {
      await rm(part, { force: true }).catch(() => {});
      throw failure;
    }
  });
}

/**
 * Removes what a picture had before an edit in the folder where its result is no longer: it has one result.
 * @param written stay, by whatever name they are reached
 * @throws FileError for the first that cannot be removed
 */
export async function removeFormer(files: readonly string[], written: readonly string[]): Promise<void> {
  const placeOf = (file: string) => realpath(file).catch(() => null);
  const stay = await Promise.all(written.map(placeOf));
  for (const file of files) {
    const place = await placeOf(file);
    if (place !== null && !stay.includes(place)) await writing(file, () => rm(file));
  }
}

/**
 * Tries whether those files could be written, by a small one in each of their folders; of folders that are not there yet, in the
 * one that they will be made in. Nothing stays.
 * @throws FileError for the first that could not
 */
export async function tryWriting(files: Iterable<string>): Promise<void> {
  const tried = new Set<string>();
  for (const file of files) {
    const folder = path.dirname(file);
    const existing = await writing(folder, () => existingPart(path.resolve(folder)));
    if (!tried.has(existing)) await writing(folder, () => writeAndRemove(existing));
    tried.add(existing);
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory()) throw new FileError('write', file, Object.assign(new Error(), { code: 'EISDIR' }));
  }
}

async function writeAndRemove(folder: string): Promise<void> {
  const file = path.join(folder, `.edgematte-${randomUUID()}.part`);
  try {
    await writeThrough(file, new Uint8Array(4096));
  } finally {
    await rm(file, { force: true });
  }
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder, or the nearest above it that is there. */
async function existingPart(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (failure) {
    if (codeOf(failure) !== 'ENOENT' || path.dirname(folder) === folder) throw failure;
    return existingPart(path.dirname(folder));
  }
}
