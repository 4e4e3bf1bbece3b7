/** Every code sample of the guides, in the order of the text, in a folder with photos: what they leave, and what it cost. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { sampleOrigin } from '../../src/pages/site/documents/sample-values.ts';
import { freePort } from '../../testing/free-port.ts';
import { encode, paint, readSamples } from '../../testing/photos.ts';
import { declareService } from '../service.ts';
import { type Language, missingFor, runSample, type Sample } from './samples.ts';

const service = declareService();

/** A block of code: a sample that is run, or a file that later samples run. */
type Block = Sample & { readonly line: number; readonly file: string | null };

const languages: Readonly<Record<string, Language>> = {
  sh: 'Shell',
  python: 'Python',
  js: 'JavaScript',
  ts: 'TypeScript',
};

/** Blocks of a text whose language can be run. After the language comes the name of a file, or `skip` for another service's call. */
function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^( *)```(\w+)(?: (\S+))?\n(.*?)^\1```$/gms)].flatMap((found) => {
    const [, indent, language, word = null, code] = found;
    if (!(language in languages) || word === 'skip') return [];
    const line = text.slice(0, found.index).split('\n').length;
    const source = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return [{ lang: languages[language], source, line, file: word }];
  });
}

/** What samples leave: format and size of each picture, and how many credits all of a guide's cost. */
interface Left {
  readonly credits: number;
  readonly pictures: Readonly<Record<string, string>>;
  /** Of a guide whose photos the matte network gets wrong: which pictures are mended at the places that it points at. */
  readonly mended?: readonly string[];
}

/** The photo has 160 × 120 pixels, with a bright box of 80 × 60 in the middle, which is the subject. */
const guides: Readonly<Record<string, Left>> = {
  // With the project's own sample photos.
  'guide.md': {
    credits: 18,
    pictures: {
      'car.png': 'png 720x540',
      'cutout.png': 'png 600x400',
      'cutout.webp': 'webp 660x440',
      'matte.png': 'png 600x400',
      'on-a-photo.jpg': 'jpeg 600x400',
      'one.png': 'png 160x120',
      'product.jpg': 'jpeg 750x750',
      'silhouette.png': 'png 720x540',
      'standing.jpg': 'jpeg 720x480',
    },
  },
  'guides/shop-pictures.md': {
    credits: 7,
    pictures: {
      'car-page.jpg': 'jpeg 102x68',
      'cropped.webp': 'webp 88x66',
      'matte.png': 'png 88x66',
      'white.jpg': 'jpeg 94x94',
      'white/fcfcfc.webp': 'webp 94x94',
      'white/fdfdfd.webp': 'webp 94x94',
      'white/fefefe.webp': 'webp 94x94',
    },
  },
  'guides/batch.md': {
    credits: 12,
    pictures: {
      'cutouts/fcfcfc-cutout.webp': 'webp 80x60',
      'cutouts/fdfdfd-cutout.webp': 'webp 80x60',
      'cutouts/fefefe-cutout.webp': 'webp 80x60',
      'from-python/fcfcfc.webp': 'webp 80x60',
      'from-python/fdfdfd.webp': 'webp 80x60',
      'from-python/fefefe.webp': 'webp 80x60',
      'more/fcfcfc-cutout.png': 'png 160x120',
      'more/fdfdfd-cutout.png': 'png 160x120',
      'more/fefefe-cutout.png': 'png 160x120',
      'results/fcfcfc.jpg.webp': 'webp 80x60',
      'results/fdfdfd.jpg.webp': 'webp 80x60',
      'results/fefefe.jpg.webp': 'webp 80x60',
    },
  },
  'guides/when-a-picture-fails.md': {
    credits: 6,
    pictures: {
      'clicked.png': 'png 1200x1000',
      'cutout.png': 'png 1200x1000',
      // With its points it needs no look any more, and is in one folder only.
      'cutouts/fcfcfc-cutout.png': 'png 1200x1000',
      'from-python.png': 'png 1200x1000',
      'to-check/fdfdfd-cutout.png': 'png 1200x1000',
      'to-check/fefefe-cutout.png': 'png 1200x1000',
    },
    mended: ['clicked.png', 'cutout.png', 'cutouts/fcfcfc-cutout.png', 'from-python.png'],
  },
  'guides/mobile.md': { credits: 2, pictures: { 'cutout.webp': 'webp 160x120', 'full-size.png': 'png 160x120' } },
  'guides/no-code.md': { credits: 0, pictures: {} },
  'guides/from-removebg.md': { credits: 4, pictures: { 'no-bg.png': 'png 160x120' } },
  'guides/from-withoutbg.md': {
    credits: 2,
    pictures: { 'cutout.png': 'png 160x120', 'whole.png': 'png 160x120' },
  },
  'guides/from-rembg.md': {
    credits: 3,
    pictures: { 'cutout.png': 'png 160x120', 'mask.png': 'png 160x120', 'white.png': 'png 160x120' },
  },
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-guide-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A photo with a bright box before black: to tiny networks, what is bright is the subject, and a car. */
async function boxed(background: string): Promise<Buffer> {
  const box = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 160, height: 120, channels: 3, background: 'black' } })
    .composite([{ input: box, left: 40, top: 30 }])
    .jpeg({ quality: 100 })
    .toBuffer();
}

/** Where a guide has points: on a part that is lost, and on one that has to go. */
const [lost, left] = [
  { x: 812, y: 340 },
  { x: 144, y: 880 },
];

/** A photo of whose subject much stays unknown, with a green part that it loses and a violet one that it has too much. */
async function failing(background: string): Promise<Buffer> {
  const shade = Number.parseInt(background.slice(1, 3), 16);
  const isIn = (value: number, from: number, to: number) => value >= from && value < to;
  const samples = paint(1200, 1000, 3, (x, y) => {
    const grain = ((x * 7) ^ (y * 13)) % 40;
    if (isIn(x, 560, 900) && isIn(y, 300, 450)) return [0, 150, 0];
    if (isIn(x, 40, 350) && isIn(y, 780, 960)) return [250, 0, 255];
    // Half of white for the network and for the refiner, which looks at red alone.
    return isIn(x, 350, 700) && isIn(y, 250, 900) ? [shade - 120, 112, 150] : [grain, 0, 0];
  });
  return encode(samples, 'jpeg');
}

/** Puts there what the guides assume a reader has: photos, the project's own, and the client. */
async function furnish(place: string, draw: typeof boxed): Promise<void> {
  mkdirSync(path.join(place, 'photos'), { recursive: true });
  for (const name of ['photo.jpg', 'car.jpg']) writeFileSync(path.join(place, name), await draw('#ffffff'));
  for (const shade of ['#fefefe', '#fdfdfd', '#fcfcfc']) {
    writeFileSync(path.join(place, `photos/${shade.slice(1)}.jpg`), await draw(shade));
  }
  symlinkSync(inProject('test'), path.join(place, 'test'));
  mkdirSync(path.join(place, 'node_modules/.bin'), { recursive: true });
  symlinkSync(inProject('clients/typescript'), path.join(place, 'node_modules/edgematte'));
  symlinkSync(inProject('node_modules/sharp'), path.join(place, 'node_modules/sharp'));
  const command = path.join(place, 'node_modules/.bin/edgematte');
  writeFileSync(
    command,
    `#!/bin/sh\nexec '${process.execPath}' '${inProject('clients/typescript/dist/edgematte.js')}' "$@"\n`,
  );
  chmodSync(command, 0o755);
}

/** Format and size of each picture in a folder, by its path. */
async function picturesIn(place: string): Promise<Record<string, string>> {
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(png|jpg|webp)$/.test(file),
  );
  const own = files.filter((file) => !/^(test|node_modules|photos)\b|^(photo|car)\.jpg$/.test(file));
  const found = own.sort().map(async (file) => {
    const { format, width, height } = await sharp(readFileSync(path.join(place, file))).metadata();
    return [file, `${format} ${width}x${height}`] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Alpha of a cutout at a place. */
async function alphaAt(file: string, { x, y }: { readonly x: number; readonly y: number }): Promise<number> {
  const { data, widthPx, channels } = await readSamples(readFileSync(file));
  return data[(y * widthPx + x) * channels + channels - 1];
}

describe.each(Object.entries(guides))('%s', (guide, { credits, pictures: expected, mended }) => {
  const text = readFileSync(inProject('docs', guide), 'utf8');
  const place = () => path.join(folder, path.basename(guide, '.md'));
  let variables: Record<string, string>;
  let written: (source: string) => string;
  let skipped = false;

  beforeAll(async () => {
    mkdirSync(place());
    await furnish(place(), mended ? failing : boxed);
    const { key } = await service.createKey({ credits: 50, rate: 600 });
    const address = service.stack.base;
    variables = { BASE: address, KEY: key, EDGEMATTE_ADDRESS: address, EDGEMATTE_KEY: key, APP_SESSION: 'of-one-user' };
    const port = String(await freePort());
    // As the site names the deployment; the key and a photo's name are the reader's.
    const own = { [sampleOrigin]: address, 'test_…': key, '8090': port, NAME: 'fcfcfc' };
    written = (source) => Object.entries(own).reduce((text, [word, mine]) => text.replaceAll(word, mine), source);
  });

  test.for(blocksOf(text).map((block) => [block.line, block] as const))('line %d', async ([, block], { skip }) => {
    const sample = { ...block, source: written(block.source) };
    if (sample.file !== null) {
      writeFileSync(path.join(place(), sample.file), sample.source);
      return;
    }
    const missing = await missingFor(sample);
    skipped ||= missing !== null;
    skip(missing !== null, missing ?? undefined);
    await runSample(sample, place(), variables);
  });

  test('what they leave', async ({ skip }) => {
    skip(skipped, 'Not all could be run');
    const pictures = await picturesIn(place());
    expect(pictures).toEqual(expected);
    await expect.poll(() => service.stack.credit(variables.KEY)).toBe(50 - credits);
  });

  if (!mended) return;
  test('what is pointed at, and only there', async ({ skip }) => {
    skip(skipped, 'Not all could be run');
    for (const picture of Object.keys(expected)) {
      const file = path.join(place(), picture);
      const isMended = [(await alphaAt(file, lost)) >= 200, (await alphaAt(file, left)) <= 55];
      expect(isMended, picture).toEqual(Array(2).fill(mended.includes(picture)));
    }
  });
});

test('no guide is left out', () => {
  const files = readdirSync(inProject('docs/guides')).map((file) => `guides/${file}`);
  expect(Object.keys(guides).sort()).toEqual(['guide.md', ...files].sort());
});
