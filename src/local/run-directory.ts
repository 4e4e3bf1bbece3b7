/**
 * What is gone with a run: sockets of the image lane, files of miniflare and wrangler. One folder for each state folder,
 * found again by the next start, which clears what a killed one left. It is in the system's temporary folder because
 * the path of a socket may have about 100 bytes, and a state folder may be deep.
 */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes the folder, empty and for this user alone. Only while the state folder is claimed.
 * @throws Error where another user has put something in its place
 */
export function openRunDirectory(stateDirectory: string, parent: string = tmpdir()): string {
  const name = createHash('sha256').update(realpathSync(stateDirectory)).digest('hex').slice(0, 12);
  const directory = path.join(parent, `edgematte-${name}`);
  const found = lstatSync(directory, { throwIfNoEntry: false });
  const user = process.getuid?.() ?? found?.uid;
  if (found && (!found.isDirectory() || found.uid !== user)) {
    throw new Error(`${directory} is not a folder of this user; remove it or set TMPDIR to another folder`);
  }
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  chmodSync(directory, 0o700);
  return directory;
}

/** An empty folder in it for a part that is about to start: what a killed one has left is gone. */
export function openPartDirectory(runDirectory: string, part: string): string {
  const directory = path.join(runDirectory, part);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  return directory;
}

/** Removes the folder and all in it; one that is gone already is no fault. */
export function removeRunDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}
