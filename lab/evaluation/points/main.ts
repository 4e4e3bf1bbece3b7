/** `npm run evaluate-points`: what one click mends where the passes have lost a part, or have one too many. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import type { MatteSettings } from '../../../src/pixels/pipeline/networks/matte-settings.ts';
import type { Networks } from '../../../src/pixels/pipeline/networks/networks.ts';
import { framePicture } from '../../../src/pixels/pipeline/picture/frame.ts';
import { work } from '../../../src/pixels/pipeline/work.ts';
import { choice, count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openNetworks } from '../mattes/network.ts';
import { type Composite, composite, subjectsOf } from '../regions/composites.ts';
import { figuresIn, withPicture } from './figures.ts';
import { measure } from './measure.ts';
import { besideRight, leftOf, mostBesideRight, mostLeft, type Row, tableOf } from './table.ts';
import { type WrongPart, wrongPart } from './wrong-part.ts';

const help = `Usage: npm run evaluate-points -- --subjects DIR --backgrounds DIR --out FILE [options]

Makes composites of two things with exact alpha before a photo, of which the subject is both or one, in turn. Where the passes have
lost a part of it, or have one too many, the middle of the largest such part is clicked: to keep, or to drop. Prints how much of the
error in that part is left (aim: at most ${mostLeft}), and the error along its edges over that along edges that the passes had right by
themselves (aim: at most ${mostBesideRight}).

  --subjects DIR     cutouts with exact alpha, PNG or WebP; may be given several times, and then names an order
  --backgrounds DIR  photos without a subject
  --out FILE         JSON: the figures of each picture; a run that finds it there goes on where it stopped
  --half H           counted (default) or tuning: every second subject; rules are chosen on the other half
  --count N          pictures with a wrong part (100)
  --most N           composites that are tried for them (400)
  --cache DIR        keeps the networks' answers for the next run
  --precision NAME   int8 (default) or fp32
  --threads N        threads of the networks (default 1)
  --pictures DIR     also writes composite, truth, and alpha before and after, side by side`;

const options = {
  help: { type: 'boolean', short: 'h' },
  subjects: { type: 'string', multiple: true },
  backgrounds: { type: 'string' },
  out: { type: 'string' },
  half: { type: 'string', default: 'counted' },
  count: { type: 'string', default: '100' },
  most: { type: 'string', default: '400' },
  cache: { type: 'string' },
  precision: { type: 'string', default: 'int8' },
  threads: { type: 'string', default: '1' },
  pictures: { type: 'string' },
} as const;

const settings: MatteSettings = { model: 'matte', upsampling: 'guided', refiner: true, pointSegmenter: true };

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const out = required('out', values.out);
  const subjects = await subjectsOf(values.subjects ?? [], choice('half', values.half, ['counted', 'tuning']));
  const backgrounds = photosIn(required('backgrounds', values.backgrounds));
  const [wanted, most] = [count('count', values.count), count('most', values.most)];
  if (subjects.length < 2) throw new Error('Expected --subjects with at least four cutouts');
  if (values.pictures) mkdirSync(values.pictures, { recursive: true });
  // The second answer asks the same of the passes as the first.
  const cache = values.cache ?? mkdtempSync(path.join(tmpdir(), 'edgematte-points-'));
  try {
    const networks = await openNetworks(modelSettings(process.env), {
      threads: count('threads', values.threads),
      precision: choice('precision', values.precision, ['fp32', 'int8']),
      cache,
    });
    let figures = figuresIn(out);
    const report = countdown(wanted - figures.pictures.length);
    while (figures.composites < most && figures.pictures.length < wanted) {
      const number = figures.composites;
      const scene = await composite(number, subjects, backgrounds);
      const asked = await clicked(scene, number % 2 === 0, networks, values.pictures ?? null).catch(String);
      figures = withPicture(figures, scene.name, asked);
      writeFileSync(out, `${JSON.stringify(figures, null, 1)}\n`);
      if (typeof asked === 'string') console.log(`${scene.name}: ${asked}`);
      else if (asked) report(asked.name, wordsOf(asked));
    }
    const { composites, failed, pictures } = figures;
    console.log(
      `${pictures.length} of ${composites} composites have a part that is wrong; ${failed.length} threw.\n\n${tableOf(pictures)}`,
    );
  } finally {
    if (!values.cache) rmSync(cache, { recursive: true, force: true });
  }
}

function wordsOf(row: Row): string {
  return `${row.kind} left ${leftOf(row).toFixed(3)} edges ${besideRight(row)?.toFixed(2) ?? 'none'}`;
}

/** The figures of one composite; null where nothing large is wrong. @param areBoth whether both things are its subject */
async function clicked(
  scene: Composite,
  areBoth: boolean,
  networks: Networks,
  pictures: string | null,
): Promise<Row | null> {
  const { asked, other, name } = scene;
  const truth = areBoth ? asked.map((alpha, at) => Math.min(255, alpha + other[at])) : asked;
  const before = await alphaOf(scene, networks, null);
  const part = wrongPart(before, truth, scene);
  if (!part) return null;
  const after = await alphaOf(scene, networks, part);
  const row = {
    name,
    kind: part.kind,
    ...measure({ truth, things: [asked, other], before, after, part: part.inside }, scene),
  };
  if (pictures) {
    const file = path.join(pictures, `${name} ${part.kind}.jpg`);
    await sharp(await sideBySide(scene, part, [truth, before, after])).toFile(file);
  }
  return row;
}

/** The service's alpha of a composite, with the part's point if there is one. */
async function alphaOf(scene: Composite, networks: Networks, part: WrongPart | null): Promise<Uint8Array> {
  const { widthPx, heightPx, file } = scene;
  const samples = new Uint8Array(await sharp(file).removeAlpha().raw().toBuffer());
  const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
  const at = part && [{ x: { value: part.x, unit: 'px' }, y: { value: part.y, unit: 'px' } } as const];
  const points = at ? { keep: part.kind === 'keep' ? at : [], drop: part.kind === 'drop' ? at : [] } : undefined;
  const task = { kind: 'matte', imageType: false, refine: true, points } as const;
  const { encoded } = await work(picture, networks, settings, task, { jpeg: notAsked, webp: notAsked });
  const png = await new Response(encoded).arrayBuffer();
  return new Uint8Array(await sharp(png).extractChannel(0).raw().toBuffer());
}

function notAsked(): never {
  throw new Error('Only PNG is asked for');
}

/** The composite with its point, and alphas, at half of its size. */
async function sideBySide(scene: Composite, part: WrongPart, alphas: readonly Uint8Array[]): Promise<Buffer> {
  const { widthPx: width, heightPx: height, file } = scene;
  const [across, down] = [Math.round(width / 2), Math.round(height / 2)];
  const colour = part.kind === 'keep' ? 'lime' : 'red';
  const circle = `<svg width="${width}" height="${height}"><circle cx="${part.x}" cy="${part.y}" r="12" fill="none" stroke="${colour}" stroke-width="6"/></svg>`;
  const marked = await sharp(file)
    .composite([{ input: Buffer.from(circle) }])
    .png()
    .toBuffer();
  const planes = alphas.map((alpha) =>
    sharp(alpha, { raw: { width, height, channels: 1 } })
      .toColourspace('srgb')
      .png()
      .toBuffer(),
  );
  const tiles = await Promise.all(
    [marked, ...(await Promise.all(planes))].map((tile) => sharp(tile).resize(across, down).png().toBuffer()),
  );
  return sharp({ create: { width: across * 2, height: down * 2, channels: 3, background: 'black' } })
    .composite(tiles.map((input, at) => ({ input, left: (at % 2) * across, top: Math.floor(at / 2) * down })))
    .jpeg()
    .toBuffer();
}
