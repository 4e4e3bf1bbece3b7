/** `npm run restart`: a running `npm start` starts anew, from the files as they are now, and refuses nobody meanwhile. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { settingsHelp } from '../src/contract/settings/describe.ts';
import { startSettings } from '../src/contract/settings/local.ts';
import { readSetting } from '../src/contract/settings/read.ts';
import { restart } from '../src/local/restart.ts';
import { projectRoot } from '../src/local/root.ts';

const { state } = startSettings;
const help = `Usage: npm run restart

A running npm start finishes the answers in work, at most 30 s, and starts anew from the files as they are now: after an upgrade, or
a change of secrets.json. Other calls wait; from 30 s on until it is ready they get 503. npm start stays the same process, with its variables.

Variables (default; allowed)
${settingsHelp({ state })}`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) console.log(help);
else {
  const startedAt = performance.now();
  try {
    await restart(path.resolve(projectRoot, readSetting(state, process.env)));
    console.log(`Ready again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : String(cause));
    process.exitCode = 1;
  }
}
