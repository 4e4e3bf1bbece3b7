/** `npm start`: brings the whole service up on this machine. */
import { parseArgs } from 'node:util';
import { onEndAsked } from '../src/command-line/end-requests.ts';
import { ownVersion } from '../src/command-line/own-version.ts';
import { versionWords } from '../src/contract/service-version.ts';
import { settingsHelp } from '../src/contract/settings/describe.ts';
import { startSettings } from '../src/contract/settings/local.ts';
import { readSetting } from '../src/contract/settings/read.ts';
import { endBuildServices } from '../src/start/build-services.ts';
import { runFront } from '../src/start/front.ts';
import { handedOnHelp } from '../src/start/handed-on.ts';
import { takePort } from '../src/start/listening-socket.ts';

const help = `Usage: npm start

Fetches the weights once, starts inference, gateway and edge, prints a demo key and curl lines. With INFERENCE_URL it
fetches and runs no networks: those of other machines answer, which run \`npm run inference\`.
A part that ends is started again. Ctrl-C finishes the answers in work, at most 30 s, and stops all of it; a second one
stops at once. \`npm run restart\` starts the service anew while connections wait. The parts' output is kept in
logs/service.log of the state folder.

Variables (default; allowed)
${settingsHelp(startSettings)}

${handedOnHelp}`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } });
if (values.version) console.log(versionWords(ownVersion()));
else if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const front = runFront(portTaken());
  onEndAsked('start', front.end);
  if (process.platform !== 'win32') process.on('SIGUSR2', front.restart);
  await endBuildServices();
  process.exit(await front.ended);
}

/** What is wrong with a setting or a port is for the service to say, which says what else is in the way first. */
function portTaken(): number | null {
  try {
    return takePort(readSetting(startSettings.port, process.env));
  } catch {
    return null;
  }
}
