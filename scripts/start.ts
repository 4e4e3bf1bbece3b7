/** `npm start`: brings the whole service up on this machine. */
import { parseArgs } from 'node:util';
import { start } from '../src/start/start.ts';

const help = `Usage: npm start

Fetches the weights once, starts inference, gateway and edge, prints a demo key and curl lines. Ctrl-C stops all of it.

Variables
  PORT             port of the API (8787)
  INFERENCE_PORT   port of the inference service (8788)
  EDGEMATTE_STATE  folder for secrets, ledgers and the demo key (.edgematte)
  MODELS_DIR       folder for prepared weights (.edgematte/models)
  MODELS_MANIFEST  which networks play which role (models/manifest.json)

Limits, SUPPORT_EMAIL, HEIC, MATTE_MODEL, MATTE_UPSAMPLING and MATTE_REFINER are taken over too: docs/operate.md
lists them.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  try {
    const startedAt = performance.now();
    const { base, demoKey, stop } = await start((line) => console.log(line));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    endOnSignal(stop);
    console.log(`
Edgematte is ready at ${base} (after ${seconds} s)

  Demo key   ${demoKey}

  Cutout     curl -H 'Expect:' -H 'X-API-Key: ${demoKey}' -F file=@photo.jpg ${base}/v1.0/image-without-background -o cutout.png
  Matte      curl -H 'Expect:' -H 'X-API-Key: ${demoKey}' -F file=@photo.jpg ${base}/v1.0/alpha-channel -o matte.png
  Car        curl -H 'Expect:' -H 'X-API-Key: ${demoKey}' -F file=@photo.jpg ${base}/v1.0/car-image-without-background -o car.png

  Page       ${base}/
  Reference  ${base}/docs

Ctrl-C stops it.`);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : String(cause));
    process.exit(1);
  }
}

/** Ends the parts in order. Installed before the first word of being ready, so that no early Ctrl-C is lost. */
function endOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const end = async () => {
      if (stopping) return;
      stopping = true;
      await stop();
      process.exit(0);
    };
    // miniflare ends the process at once on a signal. Ours is added before its listener goes: with none at all,
    // even for an instant, Node drops a signal that has already arrived.
    process.on(signal, end);
    for (const listener of process.listeners(signal)) if (listener !== end) process.off(signal, listener);
  }
}
