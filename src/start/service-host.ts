/** Entry of the process of the service, which `front.ts` starts: brings the whole service up, and says where it is. */
import { closeSync } from 'node:fs';
import { onEndAsked } from '../command-line/end-requests.ts';
import { hasSocketVariable, makeRoom, socketOfService, type WordOfService } from './front-messages.ts';
import { type RunningService, start } from './start.ts';

const socket = process.env[hasSocketVariable] === 'yes' ? socketOfService : null;
let isLettingGo = false;

// Without the front nobody has the port, and nobody stops this process: its parts end with it.
process.on('disconnect', () => process.exit(1));
if (process.connected === false) process.exit(1);
await main();

function tell(word: WordOfService): void {
  process.send?.(word, () => {});
}

async function main(): Promise<void> {
  try {
    const startedAt = performance.now();
    const service = await start((line) => console.log(line), { socket, onWorkers: tell });
    const { base, demoKey, demoAccount, startWord } = service;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    endWhenAsked(service);
    endWhenGivenUp(service);
    tell('ready');
    service.markRestartable(process.ppid);
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
  let isAsked = false;
  let leaving: Promise<never> | null = null;
  const leave = () => {
    leaving ??= stop().then(() => process.exit(0));
  };
  const end = () => {
    if (isAsked) {
      kill();
      process.exit(1);
    }
    isAsked = true;
    letGo();
    console.log('Answers in work are finished, at most 30 s; a second signal ends them');
    leave();
  };
  onEndAsked('start', end);
  process.on('message', (word) => {
    if (word !== makeRoom || leaving) return;
    console.log('Answers in work are finished, at most 30 s; then another service takes this place');
    leave();
  });
}

function endWhenGivenUp({ givenUp, stop }: RunningService): void {
  givenUp.then(async (line) => {
    console.error(line);
    letGo();
    await stop();
    process.exit(1);
  });
}

/** Gives up the port: connections that wait at it end with workerd, which has it too. */
function letGo(): void {
  tell('ending');
  if (socket === null || isLettingGo) return;
  isLettingGo = true;
  closeSync(socket);
}
