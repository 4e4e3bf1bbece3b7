/** `npm run points-gallery`: a page of photos that the networks get wrong, before and after clicks. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { commonHelp, commonOptions, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openService, type SampleService } from '../sample-service.ts';
import { type Caption, captionsIn } from './captions.ts';
import { type PointsEntry, pointsPage } from './points-page.ts';
import { type Click, pointsSheet } from './points-sheet.ts';

const help = `Usage: npm run points-gallery -- --photos DIR --out DIR [options]

Cuts out each photo twice, without and with its clicks. Writes clicks.md and clicks/, a sheet for each photo: the photo with the
clicks, before, and after. The page of this repository is lab/evaluation/measurements/clicks.md.

A file captions.json among the photos says of each where it is clicked, in percent, and in Markdown what came of it:
  {"photo.jpg": {"drop": "12% 80%", "caption": "…", "clicked": "…", "source": "…", "licence": "…"}}
A photo with neither "keep" nor "drop" is left out. A file notes.md among them is put above the photos.

${commonHelp}
  --title TEXT     heading of the page (Clicks)`;

const options = { ...commonOptions, title: { type: 'string', default: 'Clicks' } } as const;
const kinds = ['keep', 'drop'] as const;
const wanted = { operation: 'cutout', windows: false, shadow: 'none' } as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const folder = required('photos', values.photos);
  const out = required('out', values.out);
  const captions = captionsIn(folder);
  const photos = photosIn(folder).filter((file) => kinds.some((kind) => captions[path.basename(file)]?.[kind]));
  if (photos.length === 0) throw new Error(`No photo in ${folder} has a place to click in captions.json`);
  mkdirSync(path.join(out, 'clicks'), { recursive: true });
  const service = await openService(values.url, values.key);
  try {
    const report = countdown(photos.length);
    const entries: PointsEntry[] = [];
    for (const file of photos) {
      const name = path.basename(file);
      const caption = captions[name];
      const pictures = await clicked(file, caption, service);
      if ('refusal' in pictures) {
        report(name, `left out, ${pictures.refusal}`);
        continue;
      }
      const sheet = `clicks/${path.parse(name).name}.webp`;
      const drawn = await pointsSheet(pictures);
      await drawn.webp({ quality: 80, effort: 6 }).toFile(path.join(out, sheet));
      entries.push({ name, caption, file: sheet });
      report(name, 'done');
    }
    const notes = path.join(folder, 'notes.md');
    const text = existsSync(notes) ? readFileSync(notes, 'utf8').trim() : '';
    writeFileSync(path.join(out, 'clicks.md'), pointsPage(values.title, text, entries));
    console.log(`${entries.length} photos in ${path.join(out, 'clicks.md')}`);
  } finally {
    await service.stop();
  }
}

/** A photo, cut out without its clicks and with them, which is an edit; or why the service refuses that. */
async function clicked(file: string, { keep = '', drop = '' }: Caption, service: SampleService) {
  const photo = readFileSync(file);
  const cutout = (points: { readonly keep: string; readonly drop: string }) =>
    service.send(photo, { ...wanted, points, name: path.basename(file) });
  const clicks = [...clicksOf('keep', keep), ...clicksOf('drop', drop)];
  const [before, after] = [await cutout({ keep: '', drop: '' }), await cutout({ keep, drop })];
  if (before.picture && after.picture) return { photo, before: before.picture, after: after.picture, clicks };
  const { status, error } = before.picture ? after : before;
  return { refusal: `${status}: ${error}` };
}

/** @throws Error where a place is not in percent */
function clicksOf(kind: Click['kind'], text: string): Click[] {
  if (text === '') return [];
  return text.split(';').map((place) => {
    const [, x, y] = /^\s*([\d.]+)% ([\d.]+)%\s*$/.exec(place) ?? [];
    if (x === undefined) throw new Error(`Expected places like 12% 80% but found ${text}`);
    return { kind, x: Number(x), y: Number(y) };
  });
}
