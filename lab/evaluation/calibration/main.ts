/** `npm run calibrate`: the table of ranges from which an 8-bit network is prepared. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { preparedPath } from '../../../src/inference/models/manifest.ts';
import type { Calibration } from '../../../src/inference/models/quantise/calibration.ts';
import { type ModelSettings, modelSettings } from '../../../src/inference/models/settings.ts';
import { refinerModel } from '../../../src/pixels/pipeline/refine/refine.ts';
import { choice, count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { methods } from './methods.ts';
import { observe, type Sample } from './observe.ts';
import { openTiles, stretched } from './samples.ts';

const help = `Usage: npm run calibrate -- --photos DIR --out FILE [options]

Runs a prepared float32 network on photos and writes the range of each of its values: the table beside the network's card,
from which npm run models prepares its 8-bit file. The file must not be judged on photos of this folder.

  --photos DIR     JPEG, PNG and WebP photos; a few dozen are enough
  --out FILE       JSON; with --method all a folder, which gets one table a method
  --model NAME     network (default isnet-general); matte-refiner sees the tiles that the service makes of the photos
  --method NAME    ${Object.keys(methods).join(', ')} (default entropy) or all
  --side PX        width and height at which it sees them (default 512); those of tiles are the network's
  --keep A,B       convolutions that stay in float32, by name (default the last of isnet-general or of the refiner)
  --threads N      (default 1)`;

/** The last convolution of each network: its output is the answer. */
const lastConvolutions: Readonly<Record<string, string>> = {
  'isnet-general': '/side1/Conv',
  [refinerModel]: '/network/last/last.1/Conv',
};

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      photos: { type: 'string' },
      out: { type: 'string' },
      model: { type: 'string', default: 'isnet-general' },
      method: { type: 'string', default: 'entropy' },
      side: { type: 'string', default: '512' },
      keep: { type: 'string' },
      threads: { type: 'string', default: '1' },
    },
  });
  if (values.help) return console.log(help);
  const photos = photosIn(required('photos', values.photos));
  const out = required('out', values.out);
  const wanted = choice('method', values.method, [...Object.keys(methods), 'all']);
  const sidePx = count('side', values.side);
  const threads = count('threads', values.threads);
  const models = modelSettings(process.env);
  const prepared = await readFile(preparedPath(models.modelsDirectory, values.model));
  const samples = await samplesOf(values.model, photos, { models, sidePx, threads });
  const tick = countdown(samples.length * 2);
  const seen = await observe(prepared, samples, threads, () => tick('sample', 'seen'));
  const base = {
    network: sha256Of(prepared),
    sidePx: samples[0].shape[1],
    photos: await Promise.all(
      photos.map(async (file) => ({ name: path.basename(file), sha256: sha256Of(await readFile(file)) })),
    ),
    kept: (values.keep ?? lastConvolutions[values.model] ?? '').split(',').filter(Boolean),
  };
  for (const [name, method] of Object.entries(methods)) {
    if (wanted !== 'all' && wanted !== name) continue;
    const ranges = Object.fromEntries([...seen].map(([value, histogram]) => [value, rounded(method(histogram))]));
    const table: Calibration = { ...base, method: name, ranges };
    await writeFile(wanted === 'all' ? path.join(out, `${name}.json`) : out, textOf(table));
  }
}

interface SampleChoice {
  readonly models: ModelSettings;
  readonly sidePx: number;
  readonly threads: number;
}

/** What the network is shown of the photos. @throws Error where that is nothing */
async function samplesOf(model: string, photos: readonly string[], { models, sidePx, threads }: SampleChoice) {
  const samples: Sample[] = [];
  const tilesOf = model === refinerModel ? await openTiles(models, threads) : null;
  const tick = countdown(photos.length);
  for (const photo of photos) {
    samples.push(...(tilesOf ? await tilesOf(photo) : [await stretched(photo, sidePx)]));
    tick(path.basename(photo), 'read');
  }
  if (samples.length === 0) throw new Error('No photo has a soft edge that the refiner would be run on');
  return samples;
}

/** JSON with a range a line. */
function textOf(table: Calibration): string {
  const lists = /\[\s+([^[\]{}]+?)\s+\]/g;
  const text = JSON.stringify(table, null, 2).replace(
    lists,
    (_, items: string) => `[${items.split(/,\s+/).join(', ')}]`,
  );
  return `${text}\n`;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Four digits: far finer than the steps of a byte. */
function rounded([low, high]: readonly [number, number]): [number, number] {
  return [Number(low.toPrecision(4)), Number(high.toPrecision(4))];
}
