/** `npm run gallery`: a page of the service's answers to a folder of photos. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { choice, commonHelp, commonOptions, count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openService, type Sample, type SampleService, sampleOperations, type Wanted } from '../sample-service.ts';
import { type Background, type Box, onBackground, thumbnail } from './backgrounds.ts';
import { type Caption, captionsIn } from './captions.ts';
import { type Cell, page, type Row } from './page.ts';
import { subjectRegion } from './surroundings.ts';

const help = `Usage: npm run gallery -- --photos DIR --out DIR [options]

Writes gallery.md and a folder of pictures: each photo beside its answers on white, on dark and on a checkerboard, cars
with and without opened windows and shadow. The page of this repository is lab/evaluation/measurements/gallery.md.

A file captions.json among the photos may say of each, in Markdown where it is text:
  {"photo.jpg": {"caption": "…", "source": "…", "licence": "…", "failure": "what went wrong", "operation": "cutout"}}
Photos with a failure come last, under a heading of their own.

${commonHelp}
  --title TEXT     heading of the page (Gallery)
  --operation OP   ${operations().join(', ')} (car-cutout), for photos of which captions.json says nothing else
  --images NAME    folder of the pictures, beside the page (images)
  --width PX       width of the pictures (640)`;

const options = {
  ...commonOptions,
  title: { type: 'string', default: 'Gallery' },
  operation: { type: 'string', default: 'car-cutout' },
  images: { type: 'string', default: 'images' },
  width: { type: 'string', default: '640' },
} as const;

/** One way of asking for a car: the label below its picture, and what the picture's file name adds. */
interface Version {
  readonly wanted: Omit<Wanted, 'operation'>;
  readonly label: string;
  readonly suffix: string;
}

const asItComes: Version = { wanted: { windows: true, shadow: 'ai' }, label: 'no options', suffix: '' };
/** From left to right; cars have a second picture below. */
const columns: readonly { readonly background: Background; readonly below: Version }[] = [
  {
    background: 'white',
    below: { wanted: { windows: false, shadow: 'ai' }, label: 'windows kept', suffix: '-windows' },
  },
  { background: 'dark', below: { wanted: { windows: true, shadow: 'none' }, label: 'no shadow', suffix: '-plain' } },
  {
    background: 'checkerboard',
    below: { wanted: { windows: false, shadow: 'none' }, label: 'windows kept, no shadow', suffix: '-windows-plain' },
  },
];

interface Job {
  readonly photos: readonly string[];
  readonly captions: Readonly<Record<string, Caption>>;
  readonly operation: string;
  readonly out: string;
  readonly images: string;
  readonly box: Box;
}

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const folder = required('photos', values.photos);
  const width = count('width', values.width);
  const job: Job = {
    photos: photosIn(folder),
    captions: captionsIn(folder),
    operation: choice('operation', values.operation, operations()),
    out: required('out', values.out),
    images: values.images,
    box: { width, height: width },
  };
  mkdirSync(path.join(job.out, job.images), { recursive: true });
  const service = await openService(values.url, values.key);
  try {
    const rows: Row[] = [];
    const report = countdown(job.photos.length);
    for (const file of job.photos) {
      rows.push(await rowOf(file, job, service));
      report(path.basename(file), 'done');
    }
    writeFileSync(path.join(job.out, 'gallery.md'), page(values.title, rows));
    console.log(`${rows.length} photos in ${path.join(job.out, 'gallery.md')}`);
  } finally {
    await service.stop();
  }
}

async function rowOf(file: string, job: Job, service: SampleService): Promise<Row> {
  const name = path.basename(file);
  const stem = path.parse(name).name;
  const caption = job.captions[name] ?? {};
  const operation = choice('operation', caption.operation ?? job.operation, operations());
  const isCar = operation === 'car-cutout';
  const photo = readFileSync(file);
  const ask = asking(service, photo);
  const { picture: whole } = await ask({ operation, ...asItComes.wanted });
  // One region for all of a row, so that they can be compared.
  const region = whole ? await subjectRegion(whole) : undefined;

  async function cell({ wanted, label, suffix }: Version, background: Background): Promise<Cell> {
    const { picture, status, error } = await ask({ operation, ...wanted });
    if (!picture) return { text: `${status}: ${error}` };
    const laid = await onBackground(picture, background, job.box, region);
    const saved = await save(laid, `${stem}-${background}${suffix}`, job);
    if (!isCar) return { file: saved, shows: background };
    // The page says that what stands above is without options.
    return { file: saved, shows: `${background}, ${label}`, label: suffix === '' ? undefined : label };
  }

  const cells: Cell[][] = [];
  for (const { background, below } of columns) {
    const above = await cell(asItComes, background);
    cells.push(isCar ? [above, await cell(below, background)] : [above]);
  }
  return {
    name,
    caption,
    section: caption.failure ? 'failures' : isCar ? 'cars' : 'others',
    photo: { file: await save(thumbnail(photo, job.box), stem, job), shows: 'the photo' },
    columns: cells,
  };
}

/** Sends a photo once for each way of asking, however often it is asked. */
function asking(service: SampleService, photo: Buffer): (wanted: Wanted) => Promise<Sample> {
  const answers = new Map<string, Promise<Sample>>();
  return (wanted) => {
    const way = JSON.stringify(wanted);
    const answer = answers.get(way) ?? service.send(photo, wanted);
    answers.set(way, answer);
    return answer;
  };
}

/** Writes a picture and answers its path from the page. */
async function save(picture: ReturnType<typeof thumbnail>, stem: string, { out, images }: Job): Promise<string> {
  const file = `${images}/${stem}.webp`;
  await picture.webp({ quality: 80 }).toFile(path.join(out, file));
  return file;
}

/** Operations that have a picture to show: all but the one with layers. */
function operations() {
  return sampleOperations.filter((operation) => operation !== 'car-layers');
}
