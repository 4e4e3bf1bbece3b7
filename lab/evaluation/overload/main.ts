/** `npm run overload`: several times the highest rate that the service answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { residentBytes } from '../../../testing/memory.ts';
import { everyTestModel, writeTestRepository } from '../../../testing/models/tiny.ts';
import { pacedInference } from '../../../testing/overload/paced-process.ts';
import { plainPhoto } from '../../../testing/photos.ts';
import { descendantsOf, isRunning } from '../../../testing/processes.ts';
import { benchPhoto } from '../bench/photos.ts';
import { runCommand } from '../command.ts';
import { type OwnService, startOwnService } from '../own-service.ts';
import type { CallTerms, TimedCall } from './call.ts';
import { carry } from './carry.ts';
import { answerTimes, goodput, statuses } from './figures.ts';
import { offer } from './offer.ts';

const help = `Usage: npm run overload [-- --run-ms N] [--seconds N] [--times N] [--clients N]

Finds how many cutouts a second the service answers to a few clients, then offers several times that at a steady rate, and
prints: answers of 200 a second as a share of the former; how soon the others were refused, from the last byte of their
upload; resident memory before and after.

  --run-ms N    tiny networks whose matte takes N ms and no processor; the shipped networks when left out
  --seconds N   duration of the offer (60); the rate is measured for half as long
  --times N     the offer, as a multiple of that rate (3)
  --clients N   clients that measure the rate (4)`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    'run-ms': { type: 'string' },
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '3' },
    clients: { type: 'string', default: '4' },
  },
});

if (values.help) console.log(help);
else await runCommand(main);

async function main(): Promise<void> {
  const [seconds, times, clients] = [values.seconds, values.times, values.clients].map(Number);
  const runMs = values['run-ms'];
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-overload-'));
  const service = runMs === undefined ? await startOwnService() : await startPaced(directory, Number(runMs));
  try {
    const photo = runMs === undefined ? await benchPhoto('coffee', 1) : await plainPhoto(256, 256);
    await measure({ base: service.base, key: service.key, photo }, { seconds, times, clients });
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Tiny networks with a stated time. */
async function startPaced(directory: string, runMs: number): Promise<OwnService> {
  const models = await writeTestRepository(directory, everyTestModel);
  return startOwnService({ ...modelSettings(process.env), ...models }, {}, pacedInference(runMs));
}

interface Plan {
  readonly seconds: number;
  readonly times: number;
  readonly clients: number;
}

async function measure(terms: CallTerms, { seconds, times, clients }: Plan): Promise<void> {
  await carry(terms, clients, 3);
  const carriedFromMs = performance.now();
  const carried = await carry(terms, clients, seconds / 2);
  const most = goodput(carried, carriedFromMs, seconds / 2);
  console.log(`It carries ${most.toFixed(2)} a second with ${clients} clients: ${inWords(carried)}`);
  const before = residentMb();
  const offeredFromMs = performance.now();
  const offered = await offer(terms, most * times, seconds);
  const good = goodput(offered, offeredFromMs, seconds);
  console.log(`Offered ${(most * times).toFixed(2)} a second for ${seconds} s: ${inWords(offered)}`);
  console.log(`Goodput ${good.toFixed(2)} a second, ${(good / most).toFixed(2)} of what it carries`);
  const retries = offered.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  console.log(`Retry-After from ${Math.min(...retries)} to ${Math.max(...retries)} s`);
  console.log(`Resident memory: ${before} MB before, ${residentMb()} MB after`);
}

function inWords(calls: readonly TimedCall[]): string {
  const [answered, refused] = [answerTimes(calls, 200), answerTimes(calls, 503)];
  const spread = ({ median, p99, most }: typeof answered) => `${median}, ${p99}, ${most} ms`;
  return `${JSON.stringify(statuses(calls))}; median, p99 and longest of 200s ${spread(answered)}, of 503s ${spread(refused)}`;
}

/** Of everything that this process has started. */
function residentMb(): number {
  const bytes = descendantsOf(process.pid)
    .filter((one) => isRunning(one))
    .map(({ pid }) => residentBytes(pid));
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1e6);
}
