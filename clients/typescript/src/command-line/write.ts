/** Files that are there whole or not at all. */
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file beside its place and moves it there. What an end by force has left is written over the next time. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  const part = path.join(folder, `.${path.basename(file)}.part`);
  await mkdir(folder, { recursive: true });
  const handle = await open(part, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}
