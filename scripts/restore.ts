/** `npm run restore -- DIR`: puts a backup in the place of the state of `npm start`. */
import path from 'node:path';
import { startSettings } from '../src/contract/settings/local.ts';
import { readSetting } from '../src/contract/settings/read.ts';
import { runFolderCommand } from '../src/local/folder-command.ts';
import { restoreBackup } from '../src/local/restore.ts';
import { projectRoot } from '../src/local/root.ts';
import { readSinceList, sinceListOf } from '../src/local/since-list.ts';
import { sinceWords } from '../src/money/recovery/finish.ts';

const help = `Usage: npm run restore -- DIR

Puts a backup that npm run backup made in the place of the state. The service must be stopped. The state of before is kept
beside it, in a folder that the first line names.

What happened since the backup is undone, but for what the next start does before it serves: it ends again the keys and accounts that
the list of EDGEMATTE_SINCE has. See docs/backup.md. EDGEMATTE_STATE names another state folder.`;

process.exitCode = await runFolderCommand(help, async (directory) => {
  const state = path.resolve(projectRoot, readSetting(startSettings.state, process.env));
  const { madeAt, version, aside, lost } = await restoreBackup(state, directory);
  const before = aside === null ? 'there was no state before' : `the state of before is in ${aside}`;
  const [file, sinceMs] = [sinceListOf(process.env, state), Date.parse(madeAt)];
  const undone = lost
    ? `${lost.charges} charges and ${lost.names} names of Idempotency-Key since are lost; ${aside}/lost.jsonl lists them`
    : 'Which charges and names of Idempotency-Key are lost is not known: there is no state of before that can be read';
  return `${state} is as of ${madeAt} (version ${version ?? 'unknown'}); ${before}
${undone}
${sinceWords(readSinceList(file, sinceMs), file, sinceMs)}`;
});
