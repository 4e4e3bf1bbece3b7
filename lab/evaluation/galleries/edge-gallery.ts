/** `npm run edge-gallery`: a page that shows plain and refined edges of a folder of photos, side by side. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import type { EdgeColourChoice } from '../../../src/contract/operations/cutout.ts';
import { edgeVariablesOf } from '../../../src/local/edge-variables.ts';
import { commonOptions, count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openServiceWith, type SampleService } from '../sample-service.ts';
import { captionsIn } from './captions.ts';
import { type EdgeEntry, edgePage } from './edge-page.ts';
import { edgeSheet } from './edge-sheet.ts';
import { hardestCrop } from './hardest-crop.ts';

const help = `Usage: npm run edge-gallery -- --photos DIR --out DIR [options]

Cuts out each photo twice, with a service of its own each time: with plain edges, then as the service does by default.
Writes edges.md and edges/, a sheet for each photo: the crop whose edges differ most, at 100 % on four backgrounds.
The page of this repository is lab/evaluation/measurements/edges.md.

A file captions.json among the photos may say of each, in Markdown:
  {"photo.jpg": {"caption": "…", "edges": "what they came out like", "source": "…", "licence": "…"}}

  --photos DIR     folder of JPEG, PNG and WebP files
  --out DIR        folder for what is written; made when missing
  --title TEXT     heading of the page (Edges)
  --crop PX        side of the crop (320)

MATTE_UPSAMPLING and MATTE_REFINER in the shell change what is refined: docs/settings.md`;

const options = {
  help: commonOptions.help,
  photos: commonOptions.photos,
  out: commonOptions.out,
  title: { type: 'string', default: 'Edges' },
  crop: { type: 'string', default: '320' },
} as const;

/** A way of making edges: settings of the Worker, and options of the call. */
interface Way {
  readonly name: 'plain' | 'refined';
  readonly edgeVariables: Readonly<Record<string, string>>;
  readonly edgeColours: EdgeColourChoice;
}

const shell = edgeVariablesOf(process.env);
const plainWay: Way = {
  name: 'plain',
  edgeVariables: { ...shell, MATTE_UPSAMPLING: 'bilinear', MATTE_REFINER: 'off' },
  edgeColours: 'original',
};
const refinedWay: Way = { name: 'refined', edgeVariables: shell, edgeColours: 'refined' };

/** From the best on; the first that keeps a sheet small enough is used. */
const qualities = [90, 84, 78, 70, 60];
const largestSheetBytes = 150_000;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const folder = required('photos', values.photos);
  const out = required('out', values.out);
  const cropPx = count('crop', values.crop);
  const photos = photosIn(folder);
  const captions = captionsIn(folder);
  mkdirSync(path.join(out, 'edges'), { recursive: true });
  const report = countdown(2 * photos.length);
  const plain = await cutouts(photos, plainWay, report);
  const refined = await cutouts(photos, refinedWay, report);
  const entries: EdgeEntry[] = [];
  for (const [index, file] of photos.entries()) {
    const name = path.basename(file);
    const pair = { photo: readFileSync(file), plain: plain[index], refined: refined[index] };
    const crop = await hardestCrop(pair.plain, pair.refined, cropPx);
    const sheet = `edges/${path.parse(name).name}.webp`;
    writeFileSync(path.join(out, sheet), await compressed(await edgeSheet({ ...pair, crop })));
    entries.push({ name, caption: captions[name] ?? {}, file: sheet });
  }
  writeFileSync(path.join(out, 'edges.md'), edgePage(values.title, entries));
  console.log(`${entries.length} photos in ${path.join(out, 'edges.md')}`);
}

/** Each photo's cutout, by a service that is started for it and stopped again. */
async function cutouts(photos: readonly string[], way: Way, report: ReturnType<typeof countdown>): Promise<Buffer[]> {
  const service = await openServiceWith(way.edgeVariables);
  try {
    const made: Buffer[] = [];
    for (const file of photos) {
      made.push(await cutout(file, way, service));
      report(path.basename(file), way.name);
    }
    return made;
  } finally {
    await service.stop();
  }
}

async function cutout(file: string, { edgeColours }: Way, service: SampleService): Promise<Buffer> {
  const wanted = { operation: 'cutout', windows: false, shadow: 'none', edgeColours } as const;
  const { picture, status, error } = await service.send(readFileSync(file), wanted);
  if (!picture) throw new Error(`${path.basename(file)} was answered ${status}: ${error}`);
  return picture;
}

/** WebP whose colour is not smeared over edges, for edges are what it shows. */
async function compressed(sheet: Sharp): Promise<Buffer> {
  const pixels = await sheet.png().toBuffer();
  let smallest = pixels;
  for (const quality of qualities) {
    smallest = await sharp(pixels).webp({ quality, smartSubsample: true, effort: 6 }).toBuffer();
    if (smallest.length <= largestSheetBytes) break;
  }
  return smallest;
}
