/** `npm run uncertainty`: the uncertainty of each photo of a folder, and how well it predicts bad answers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { choice, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { onBackground, thumbnail } from '../galleries/backgrounds.ts';
import { type Pair, pairsOfPage, sheet } from '../galleries/sheet.ts';
import { openNetworks } from '../mattes/network.ts';
import { type Measured, measure } from './measure.ts';
import { ratesTable, readVerdicts } from './rates.ts';

const help = `Usage: npm run uncertainty -- --photos DIR --out DIR [options]

Cuts out each photo of a folder with the service's own pipeline, without the service. Writes the answers into cutouts/, sheets
that show photos beside their answers, to be judged without knowing the uncertainty, and measured.json: for each photo the
signs as shares of the subject's area, what the critic says where it was asked, and the uncertainty. Prints the photos, the
most uncertain first.

  --photos DIR      JPEG, PNG and WebP files
  --out DIR         for what is written; made when missing
  --verdicts FILE   JSON of a person's verdicts, by the photo's name: {"NAME": {"quality": "sell", "reason": "…"}};
                    prints how many answers of each quality the service would send to a review
  --precision P     int8 or fp32 (int8)
  --cache DIR       keeps the networks' outputs for the next run`;

const options = {
  help: { type: 'boolean', short: 'h' },
  photos: { type: 'string' },
  out: { type: 'string' },
  verdicts: { type: 'string' },
  precision: { type: 'string', default: 'int8' },
  cache: { type: 'string' },
} as const;

const cell = { width: 360, height: 300 };

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const photos = photosIn(required('photos', values.photos));
  const out = required('out', values.out);
  const verdicts = values.verdicts === undefined ? null : readVerdicts(values.verdicts);
  const precision = choice('precision', values.precision, ['int8', 'fp32']);
  const networks = await openNetworks(modelSettings(process.env), {
    threads: 1,
    precision,
    cache: values.cache ?? null,
  });
  mkdirSync(path.join(out, 'cutouts'), { recursive: true });
  const all: ({ readonly name: string } & Measured)[] = [];
  const report = countdown(photos.length);
  let pairs: Pair[] = [];
  for (const [index, photo] of photos.entries()) {
    const { name } = path.parse(photo);
    const file = readFileSync(photo);
    const { measured, answer } = await measure(file, networks);
    all.push({ name, ...measured });
    writeFileSync(path.join(out, 'cutouts', `${name}.png`), answer);
    pairs.push({
      input: thumbnail(file, cell),
      inputLabel: name,
      output: await onBackground(answer, 'checkerboard', cell),
      outputLabel: '',
    });
    report(name, `uncertainty ${measured.uncertainty.toFixed(3)}`);
    if (pairs.length < pairsOfPage && index < photos.length - 1) continue;
    const page = `sheet-${String(Math.ceil((index + 1) / pairsOfPage)).padStart(2, '0')}.png`;
    writeFileSync(path.join(out, page), await sheet(pairs, cell));
    pairs = [];
  }
  writeFileSync(path.join(out, 'measured.json'), `${JSON.stringify(all, null, 2)}\n`);
  for (const each of all.sort((one, other) => other.uncertainty - one.uncertainty)) {
    const { name, uncertainty, undecided, crumbs, failed } = each;
    const quality = verdicts?.[name]?.quality ?? '';
    const signs = [undecided, crumbs, failed].map((share) => share?.toFixed(4) ?? '–'.padEnd(6));
    console.log([uncertainty.toFixed(3), ...signs, name, quality].join('  '));
  }
  if (verdicts) console.log(ratesTable(all, verdicts));
}
