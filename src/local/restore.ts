/** A backup put in the place of the state of `npm start`. What was there is kept aside. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { noteRestored } from './after-restore.ts';
import { type BackupDescription, keptFiles, keptFolder, readBackup } from './backup.ts';
import { LocalState } from './local-state.ts';
import { type LostSince, listLost } from './lost-since.ts';

/** A restored state. */
export interface Restored extends BackupDescription {
  /** Where the state of before is; null where there was none. */
  readonly aside: string | null;
  /** What the state of before had that is lost now, listed in `lost.jsonl` beside it; null where it cannot be read. */
  readonly lost: LostSince | null;
}

/**
 * Restores a backup. The service must be stopped; its next start brings the directory up to date.
 * @throws Error in one line, before anything is changed: a service that runs, a backup that is not whole
 */
export async function restoreBackup(stateDirectory: string, from: string): Promise<Restored> {
  const described = readBackup(from);
  const state = new LocalState(stateDirectory);
  await state.lock.take();
  try {
    // Beside it first: the moves that follow are quick, and each is whole.
    const fresh = path.join(state.directory, `restoring-${process.pid}`);
    rmSync(fresh, { recursive: true, force: true });
    for (const file of Object.keys(described.files)) cpSync(path.join(from, file), path.join(fresh, file));
    // Before anything is moved: a start in between does nothing that had not been done.
    noteRestored(state.directory, described.madeAt);
    const kept = [keptFolder, ...keptFiles];
    const before = kept.filter((name) => existsSync(path.join(state.directory, name)));
    const time = new Date().toISOString().replaceAll(':', '-');
    const aside = before.length > 0 ? path.join(state.directory, `before-restore-${time}`) : null;
    if (aside) mkdirSync(aside, { mode: 0o700 });
    for (const name of before) renameSync(path.join(state.directory, name), path.join(aside ?? '', name));
    const restored = kept.filter((name) => existsSync(path.join(fresh, name)));
    for (const name of restored) renameSync(path.join(fresh, name), path.join(state.directory, name));
    rmSync(fresh, { recursive: true, force: true });
    state.protect();
    return { ...described, aside, lost: aside === null ? null : await lostOf(aside, state.workersDirectory) };
  } finally {
    state.lock.release();
  }
}

/** A state of before that is damaged, which may be why another is restored, is no reason to fail. */
async function lostOf(aside: string, restored: string): Promise<LostSince | null> {
  const before = path.join(aside, keptFolder);
  return listLost(before, restored, path.join(aside, 'lost.jsonl')).catch(() => null);
}
