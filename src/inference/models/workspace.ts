/**
 * Unfinished work is in `.partial-<name>-<pid>-<random>` beside the finished models, on the same disk, so that
 * publishing is a rename. What a killed process left there is swept away at the next start.
 */
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './folder.ts';
import { preparedPath } from './manifest.ts';
import { type ModelRecord, recordPath, writeRecord } from './record.ts';

const partial = /^\.partial-.+-(\d+)-[^-]+$/;

/** A process number may have been given out again; a day is longer than any download that still moves. */
const oldestMs = 24 * 3600 * 1000;

/** Makes an empty folder for one model and returns its path. */
export async function openWorkspace(modelsDirectory: string, name: string): Promise<string> {
  makeFolder(modelsDirectory);
  return mkdtemp(path.join(modelsDirectory, `.partial-${name}-${process.pid}-`));
}

/**
 * Puts a finished file in its place. Each step is one rename and a reader sees the old file or the new one; the note
 * goes first and comes last, so that a crash in between leaves a model that is fetched again, never a wrong one.
 * @param file in a workspace of the same models directory
 */
export async function publish(modelsDirectory: string, name: string, file: string, record: ModelRecord): Promise<void> {
  const target = preparedPath(modelsDirectory, name);
  const note = recordPath(modelsDirectory, name);
  const draft = path.join(path.dirname(file), path.basename(note));
  await writeRecord(draft, record);
  await mkdir(path.dirname(target), { recursive: true });
  await rm(note, { force: true });
  await rename(file, target);
  await rename(draft, note);
}

/** Removes the folders of processes that are gone. Never fails: leftovers cost space, nothing else. */
export async function sweepWorkspaces(modelsDirectory: string): Promise<void> {
  const entries = await readdir(modelsDirectory).catch(() => []);
  for (const entry of entries) {
    const pid = partial.exec(entry)?.[1];
    const folder = path.join(modelsDirectory, entry);
    if (pid !== undefined && (await isAbandoned(folder, Number(pid)))) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

async function isAbandoned(folder: string, pid: number): Promise<boolean> {
  const touched = await stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  // In a container every start has the same number: what is older than this process is not of this process.
  if (pid === process.pid) return touched < Date.now() - process.uptime() * 1000;
  return !isAlive(pid) || touched < Date.now() - oldestMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
