/** `npm start`: brings the whole service up on this machine. */
import { parseArgs } from 'node:util';
import { versionWords } from '../src/contract/service-version.ts';
import { settingsHelp } from '../src/contract/settings/describe.ts';
import { startSettings } from '../src/contract/settings/local.ts';
import { handedOnHelp } from '../src/local/handed-on.ts';
import { type RunningService, start } from '../src/local/start.ts';
import { onEndAsked } from '../src/wire/command-line/end-requests.ts';
import { ownVersion } from '../src/wire/command-line/own-version.ts';

const help = `Usage: npm start

Fetches the weights once, starts inference, gateway and edge, prints a demo key and curl lines. With INFERENCE_URL it
fetches and runs no networks: those of other machines answer, which run \`npm run inference\`.
A part that ends is started again. Ctrl-C finishes the answers in work, at most 30 s, and stops all of it; a second one
stops at once. \`npm run restart\` starts it anew while calls wait. The parts' output is kept in logs/service.log of the
state folder.

Variables (default; allowed)
${settingsHelp(startSettings)}

${handedOnHelp}`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } });
if (values.version) console.log(versionWords(ownVersion()));
else if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  // From the first moment: without a listener the signal would end this process.
  let restart = (): unknown => null;
  if (process.platform !== 'win32') process.on('SIGUSR2', () => restart());
  try {
    const startedAt = performance.now();
    const service = await start((line) => console.log(line));
    const { base, demoKey, demoAccount, startWord } = service;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    endWhenAsked(service);
    endWhenGivenUp(service);
    restart = service.restart;
    console.log(`
Edgematte is ready at ${base} (after ${seconds} s)

  Demo key   ${demoKey}
  Account    ${demoAccount.email}, password ${demoAccount.password}, at ${base}/sign-in

  Cutout     curl -f -H 'Expect:' -H 'X-API-Key: ${demoKey}' -F file=@test/fixtures/photos/coffee.png ${base}/v1.0/image-without-background -o cutout.png
  Matte      curl -f -H 'Expect:' -H 'X-API-Key: ${demoKey}' -F file=@test/fixtures/photos/coffee.png ${base}/v1.0/alpha-channel -o matte.png
  Car        curl -f -H 'Expect:' -H 'X-API-Key: ${demoKey}' -F file=@test/fixtures/cars/coupe.jpg ${base}/v1.0/car-image-without-background -o car.png

  Page       ${base}/local/${startWord}
             to be opened once in each browser: then mail is at ${base}/dev/mail
  Reference  ${base}/docs

Ctrl-C stops it.`);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : String(cause));
    process.exit(1);
  }
}

/**
 * Ends the parts in order; at once on a second request. Before the service is ready a signal ends this process alone, and
 * the parts end with it.
 */
function endWhenAsked({ stop, kill }: RunningService): void {
  let stopping = false;
  const end = async () => {
    if (stopping) {
      kill();
      process.exit(1);
    }
    stopping = true;
    console.log('Answers in work are finished, at most 30 s; a second signal ends them');
    await stop();
    process.exit(0);
  };
  onEndAsked('start', end);
}

function endWhenGivenUp({ givenUp, stop }: RunningService): void {
  givenUp.then(async (line) => {
    console.error(line);
    await stop();
    process.exit(1);
  });
}
