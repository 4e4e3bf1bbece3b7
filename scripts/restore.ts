/** `npm run restore -- DIR`: puts a backup in the place of the state of `npm start`. */
import path from 'node:path';
import { startSettings } from '../src/contract/settings/local.ts';
import { readSetting } from '../src/contract/settings/read.ts';
import { runFolderCommand } from '../src/start/folder-command.ts';
import { restoreBackup } from '../src/start/restore.ts';
import { projectRoot } from '../src/start/root.ts';

const help = `Usage: npm run restore -- DIR

Puts a backup that npm run backup made in the place of the state. The service must be stopped. The state of before is kept
beside it, in a folder that the last line names.

What happened since the backup is undone: see docs/backup.md. EDGEMATTE_STATE names another state folder.`;

process.exitCode = await runFolderCommand(help, async (directory) => {
  const state = path.resolve(projectRoot, readSetting(startSettings.state, process.env));
  const { madeAt, version, aside } = await restoreBackup(state, directory);
  const before = aside === null ? 'there was no state before' : `the state of before is in ${aside}`;
  return `${state} is as of ${madeAt} (version ${version ?? 'unknown'}); ${before}`;
});
