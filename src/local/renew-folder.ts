/** A folder made anew while others read it: they find whole files, those of before or those of now. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder anew beside the one of before, and then moves over what differs, file by file.
 * @param make fills the folder that it is given, which does not exist yet
 * @throws what `make` throws; the folder is then as it was
 */
export async function renewFolder(folder: string, make: (into: string) => Promise<unknown>): Promise<void> {
  // Beside it, because paths inside files may be relative, and a move within a disk is one step.
  const fresh = `${folder}.new-${process.pid}`;
  try {
    await make(fresh);
    const made = filesUnder(fresh);
    for (const name of made) moveOver(path.join(fresh, name), path.join(folder, name));
    for (const name of filesUnder(folder)) if (!made.includes(name)) rmSync(path.join(folder, name), { force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function moveOver(from: string, to: string): void {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
