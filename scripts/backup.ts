/** `npm run backup -- DIR`: ledgers, directory and secrets of `npm start`, of one moment, also while it serves. */
import path from 'node:path';
import { startSettings } from '../src/contract/settings/local.ts';
import { readSetting } from '../src/contract/settings/read.ts';
import { makeBackup } from '../src/local/backup.ts';
import { runFolderCommand } from '../src/local/folder-command.ts';
import { projectRoot } from '../src/local/root.ts';
import { ownVersion } from '../src/wire/command-line/own-version.ts';

const help = `Usage: npm run backup -- DIR

Copies the state of npm start into DIR, a new or empty folder: ledgers and directory of one moment, secrets, demo key and
account. A running service goes on; its calls wait while what has changed is copied, and the last line says how long.
DIR holds secrets: keep it as you keep them. npm run restore -- DIR puts it back.

EDGEMATTE_STATE names another state folder.`;

process.exitCode = await runFolderCommand(help, async (directory) => {
  const state = path.resolve(projectRoot, readSetting(startSettings.state, process.env));
  const { files, pausedMs } = await makeBackup(state, directory, ownVersion());
  const waited = pausedMs === null ? 'no service was running' : `calls waited ${Math.ceil(pausedMs)} ms`;
  return `${directory} holds ${files} files of ${state}; ${waited}`;
});
