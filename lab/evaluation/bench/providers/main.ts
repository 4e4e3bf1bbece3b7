/** `npm run bench-providers`: the networks and the service by a GPU, or another provider, beside the processor. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { modelSettings } from '../../../../src/inference/models/settings.ts';
import { inProject } from '../../../../src/local/root.ts';
import { measureNetworks, type NetworkMeasures } from './networks.ts';
import { photosOf } from './pictures.ts';
import { networksTable, serviceTable } from './report.ts';
import { measureService, type ServiceMeasures } from './service.ts';

const help = `Usage: npm run bench-providers [-- --providers cuda,cpu] [options]

Every network, in each number format whose file is in the models folder, by the providers and by the processor: time of the first
run, milliseconds a run in batches of 1, 2, 4 and 8, runs a second of 1, 2 and 4 sessions, memory of the GPU, and how much the
answers to photos differ from float32 on the processor. Then the whole service: cutouts of a megapixel a second with 1, 4 and 8
callers by the same providers and by the processor, and their processor seconds.

  --providers NAMES   as INFERENCE_PROVIDERS (cuda,cpu)
  --photos FOLDER     photos for the difference (test/fixtures/photos), twelve at most
  --networks NAMES    some networks alone
  --runs N            timed runs of each (100; a tenth of it by the processor beside)
  --seconds N         of each rate (5)
  --workers NUMBERS   processes with sessions to try, with commas (1,2)
  --edges N           edges in front of the service (4)
  --part PART         networks or service alone
  --json FILE         write all figures there too

The first photo is the one that is timed. onnxruntime's CUDA provider wants its libraries; docs/deploy.md says which.`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    providers: { type: 'string', default: 'cuda,cpu' },
    photos: { type: 'string', default: inProject('test/fixtures/photos') },
    networks: { type: 'string' },
    runs: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    workers: { type: 'string', default: '1,2' },
    edges: { type: 'string', default: '4' },
    part: { type: 'string' },
    json: { type: 'string' },
  },
});
if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const models = modelSettings(process.env);
  const providers = values.providers.split(',');
  const forMs = Number(values.seconds) * 1000;
  const networks: NetworkMeasures[] = [];
  const services: ServiceMeasures[] = [];
  const keep = () => {
    if (values.json) writeFileSync(values.json, JSON.stringify({ networks, services }, withMaps, 1));
  };
  if (values.part !== 'service') {
    await measureNetworks({
      models,
      providers,
      photos: await photosOf(values.photos, 12),
      runs: Number(values.runs),
      throughputMs: forMs,
      only: values.networks?.split(','),
      onMeasured(measures) {
        networks.push(measures);
        process.stderr.write(`${networksTable([measures])}\n`);
        keep();
      },
    });
    console.log(networksTable(networks));
  }
  if (values.part !== 'networks') {
    for (const by of [providers, ['cpu']]) {
      for (const workers of values.workers.split(',').map(Number)) {
        const measured = await measureService({ models, providers: by, workers, edges: Number(values.edges), forMs });
        services.push(measured);
        process.stderr.write(`${serviceTable([measured])}\n`);
        keep();
      }
    }
    console.log(serviceTable(services));
  }
}

function withMaps(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
