/** `npm run contact-sheet`: the service's answers to a folder of photos, for judging at a glance. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { shadowTypes } from '../../../src/contract/operations/car-cutout.ts';
import { choice, commonHelp, commonOptions, count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openService, type Sample, type SampleService, sampleOperations, type Wanted } from '../sample-service.ts';
import { type Background, backgrounds, onBackground, thumbnail } from './backgrounds.ts';
import { type Pair, pairsOfPage, sheet } from './sheet.ts';

const help = `Usage: npm run contact-sheet -- --photos DIR --out DIR [options]

Sends each photo through the API, one at a time, and writes sheet-01.png, sheet-02.png … with photo and answer side by
side, the answers themselves into cutouts/, and answers.json: for each photo status, error, bytes, view, uncertainty and
milliseconds.

${commonHelp}
  --operation OP   ${sampleOperations.join(', ')} (car-cutout); car-layers gives the view as well
  --windows BOOL   true opens the glass of cars, false leaves it (true)
  --shadow TYPE    ${shadowTypes.join(', ')} (ai)
  --background B   ${backgrounds.join(', ')} (checkerboard)
  --cell PX        width of a picture on the sheet (300)`;

const options = {
  ...commonOptions,
  operation: { type: 'string', default: 'car-cutout' },
  windows: { type: 'string', default: 'true' },
  shadow: { type: 'string', default: 'ai' },
  background: { type: 'string', default: 'checkerboard' },
  cell: { type: 'string', default: '300' },
} as const;

type Facts = Omit<Sample, 'picture'>;

interface Job {
  readonly photos: readonly string[];
  readonly out: string;
  readonly wanted: Wanted;
  readonly background: Background;
  readonly cellPx: number;
}

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const job: Job = {
    photos: photosIn(required('photos', values.photos)),
    out: required('out', values.out),
    wanted: {
      operation: choice('operation', values.operation, sampleOperations),
      windows: choice('windows', values.windows, ['true', 'false']) === 'true',
      shadow: choice('shadow', values.shadow, shadowTypes),
    },
    background: choice('background', values.background, backgrounds),
    cellPx: count('cell', values.cell),
  };
  const service = await openService(values.url, values.key);
  try {
    await writeSheets(job, service);
  } finally {
    await service.stop();
  }
}

async function writeSheets({ photos, out, wanted, background, cellPx }: Job, service: SampleService): Promise<void> {
  mkdirSync(path.join(out, 'cutouts'), { recursive: true });
  const cell = { width: cellPx, height: Math.round(cellPx * 0.7) };
  const answers: Record<string, Facts> = {};
  const report = countdown(photos.length);
  let pairs: Pair[] = [];
  let pages = 0;
  for (const [index, file] of photos.entries()) {
    const photo = readFileSync(file);
    const name = path.basename(file);
    const { picture, ...facts } = await service.send(photo, wanted);
    if (picture) writeFileSync(path.join(out, 'cutouts', `${path.parse(name).name}.png`), picture);
    answers[name] = facts;
    pairs.push({
      input: thumbnail(photo, cell),
      inputLabel: name,
      output: picture && (await onBackground(picture, background, cell)),
      outputLabel: outcome(facts),
    });
    report(name, outcome(facts));
    if (pairs.length < pairsOfPage && index < photos.length - 1) continue;
    pages++;
    const page = `sheet-${String(pages).padStart(2, '0')}.png`;
    writeFileSync(path.join(out, page), await sheet(pairs, cell));
    writeFileSync(path.join(out, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
    pairs = [];
  }
  console.log(`${photos.length} photos, sheets: ${pages}, in ${out}`);
}

function outcome({ status, error, view, ms }: Facts): string {
  const seen = view ? `, azimuth ${view.azimuth_deg.toFixed(0)}°, elevation ${view.elevation_deg.toFixed(0)}°` : '';
  return `${status}${error === null ? '' : ` ${error}`}, ${(ms / 1000).toFixed(1)} s${seen}`;
}
