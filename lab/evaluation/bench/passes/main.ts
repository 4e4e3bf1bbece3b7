/** `npm run bench-passes`: which networks the pictures of a folder ask, and the processor time of each. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modelSettings } from '../../../../src/inference/models/settings.ts';
import { nativePictures } from '../../../../src/inference/native/pictures.ts';
import type { Networks } from '../../../../src/pixels/pipeline/networks/networks.ts';
import { probe } from '../../../../src/pixels/pipeline/probe/probe.ts';
import { work } from '../../../../src/pixels/pipeline/work.ts';
import { choice, photosIn, required } from '../../arguments.ts';
import { runCommand } from '../../command.ts';
import { countdown } from '../../countdown.ts';
import { openNetworks } from '../../mattes/network.ts';
import { type Call, counted, tableOfCalls } from './calls.ts';

const help = `Usage: npm run bench-passes -- --photos DIR [--precision int8|int7|fp32]

Makes the matte of each picture of a folder as the service does, without the service, one after the other and with one thread.
Prints of each network how many pictures asked it, and its processor time; sessions are open before.`;

const options = {
  help: { type: 'boolean', short: 'h' },
  photos: { type: 'string' },
  precision: { type: 'string', default: 'int8' },
} as const;

const settings = { model: 'matte', upsampling: 'guided', refiner: true, pointSegmenter: false } as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const photos = photosIn(required('photos', values.photos));
  const precision = choice('precision', values.precision, ['int8', 'int7', 'fp32']);
  const opened = await openNetworks(modelSettings(process.env), { threads: 1, precision, cache: null });
  const networks = counted(opened, secondsOfProcessor);
  const pictures: (readonly Call[])[] = [];
  const report = countdown(photos.length);
  for (const photo of photos) {
    await matteOf(readFileSync(photo), networks);
    const calls = networks.take();
    pictures.push(calls);
    report(path.basename(photo), calls.map(({ network }) => network).join(', '));
  }
  console.log(`${cpus()[0].model}, ${precision}\n\n${tableOfCalls(pictures)}`);
}

async function matteOf(file: Buffer, networks: Networks): Promise<void> {
  const picture = await nativePictures.open(file, probe(file));
  try {
    const task = { kind: 'matte', imageType: true, refine: true } as const;
    const { encoded } = await work(picture, networks, settings, task, { jpeg: notAsked, webp: notAsked });
    await new Response(encoded).arrayBuffer();
  } finally {
    picture.close();
  }
}

function notAsked(): never {
  throw new Error('Only PNG is asked for');
}

function secondsOfProcessor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
