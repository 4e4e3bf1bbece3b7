/** `npm run dev`: the whole service with reload. */
import { parseArgs } from 'node:util';
import { versionWords } from '../src/contract/service-version.ts';
import { settingsHelp } from '../src/contract/settings/describe.ts';
import { devSettings } from '../src/contract/settings/local.ts';
import { dev } from '../src/local/dev.ts';
import { handedOnHelp } from '../src/local/handed-on.ts';
import { ownVersion } from '../src/wire/command-line/own-version.ts';

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
