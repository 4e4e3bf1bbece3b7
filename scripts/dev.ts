/** `npm run dev`: the whole service with reload. */
import { parseArgs } from 'node:util';
import { ownVersion } from '../src/command-line/own-version.ts';
import { versionWords } from '../src/contract/service-version.ts';
import { settingsHelp } from '../src/contract/settings/describe.ts';
import { devSettings } from '../src/contract/settings/local.ts';
import { dev } from '../src/start/dev.ts';
import { handedOnHelp } from '../src/start/handed-on.ts';

const help = `Usage: npm run dev

The service of npm start under wrangler dev: the Workers are rebuilt and reloaded as files change.
Its state is kept apart, in .edgematte/dev. For npm run keys set EDGEMATTE_STATE=.edgematte/dev.

Variables (default; allowed)
${settingsHelp(devSettings)}

${handedOnHelp}`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } });
if (values.version) console.log(versionWords(ownVersion()));
else if (values.help) console.log(help);
else {
  await dev((line) => console.log(line)).catch((cause) => {
    console.error(cause instanceof Error ? cause.message : String(cause));
    process.exitCode = 1;
  });
}
