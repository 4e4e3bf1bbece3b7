/** `npm run graphics`: drawn pictures cut out by colour, compared with the alpha that they were drawn with. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { atOnce } from '../../../src/pixels/bounds/shared-thread.ts';
import { drawSubject } from '../../../src/pixels/pipeline/draw.ts';
import type { AlphaSource } from '../../../src/pixels/pipeline/edges/alpha-source.ts';
import { cutByColour, flatBackgroundOf } from '../../../src/pixels/pipeline/flat/cut.ts';
import type { Networks } from '../../../src/pixels/pipeline/networks/networks.ts';
import { classify } from '../../../src/pixels/pipeline/passes/classify.ts';
import { wholeSights } from '../../../src/pixels/pipeline/passes/see.ts';
import { framePicture } from '../../../src/pixels/pipeline/picture/frame.ts';
import type { Picture } from '../../../src/pixels/pipeline/picture/picture.ts';
import { reviewOf } from '../../../src/pixels/pipeline/review/review.ts';
import { choice, count, photosIn } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openNetworks } from '../mattes/network.ts';
import { arrivalsOf, arrivedPicture } from './arrivals.ts';
import { type Art, artOf } from './fetch.ts';
import { differenceOf, type Judged, overlapOf, summary } from './figures.ts';
import { type Half, halves } from './packages.ts';
import { type DrawnPicture, drawnPicture } from './pictures.ts';
import { productScene } from './products.ts';

const help = `Usage: npm run graphics -- [options]

Draws graphics on flat backgrounds, cuts them out with the service's code, and measures how far the cutouts are from the drawn
alpha. With --subjects or --photos it lists instead which of these are mistaken for graphics; none should be.

  --half NAME      tuning (default) or held_out: other fonts and icons
  --arriving       drawings as they arrive: JPEG 40 to 95, WebP, resampled, gradients, scans; the half by hash
  --from N         number of the first picture (default 0)
  --count N        pictures (default 100); with --subjects scenes (default 200)
  --subjects DIR   RGBA files, in folders too, put before white, grey and black with shadows and a camera's noise
  --photos DIR     photographs as they are
  --packages DIR   keeps the packages that are drawn with (default .edgematte/graphics)
  --pictures DIR   also writes pictures and mattes`;

const settings = { model: 'matte', upsampling: 'guided', refiner: false } as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      half: { type: 'string', default: 'tuning' },
      arriving: { type: 'boolean', default: false },
      from: { type: 'string', default: '0' },
      count: { type: 'string' },
      subjects: { type: 'string' },
      photos: { type: 'string' },
      packages: { type: 'string', default: path.join('.edgematte', 'graphics') },
      pictures: { type: 'string' },
    },
  });
  if (values.help) return console.log(help);
  const networks = await openNetworks(modelSettings(process.env), { threads: 1, precision: 'fp32', cache: null });
  const write = writerTo(values.pictures);
  if (values.photos) return judgePhotographs(photosIn(values.photos).map(asFile), networks);
  if (values.subjects) {
    const scenes = productScenes(rgbaFilesIn(values.subjects), count('count', values.count ?? '200'), write);
    return judgePhotographs(scenes, networks);
  }
  const half = choice('half', values.half, halves);
  const art = await artOf(half, values.packages);
  const judged: Judged[] = [];
  const from = values.from === '0' ? 0 : count('from', values.from);
  const pictures = count('count', values.count ?? '100');
  const report = countdown(pictures);
  for await (const drawn of values.arriving ? arriving(half, from, pictures, art) : saved(half, from, pictures, art)) {
    const { alpha, ...found } = await alphaOf(await opened(drawn.file), networks);
    const figures = { difference: differenceOf(alpha, drawn.alpha), overlap: overlapOf(alpha, drawn.alpha) };
    judged.push({ ...drawn, ...figures, ...found });
    report(drawn.name, `${drawn.saved}, overlap ${figures.overlap.toFixed(3)}`);
    const { widthPx, heightPx } = drawn;
    write(`${drawn.name}.${drawn.saved.split(/[ ,]/)[0].toLowerCase()}`, drawn.file);
    const grey = { raw: { width: widthPx, height: heightPx, channels: 1 } } as const;
    if (values.pictures) write(`${drawn.name}-alpha.png`, await sharp(alpha, grey).png().toBuffer());
  }
  console.log(summary(judged));
}

/** Pictures as their author saved them. */
async function* saved(half: Half, from: number, pictures: number, art: Art): AsyncGenerator<DrawnPicture> {
  for (let number = from; number < from + pictures; number++) yield drawnPicture(half, number, art);
}

async function* arriving(half: Half, from: number, pictures: number, art: Art): AsyncGenerator<DrawnPicture> {
  for (const { number, way } of arrivalsOf(half, from, pictures)) yield arrivedPicture(half, number, way, art);
}

type Write = (name: string, file: Buffer) => void;

function writerTo(folder: string | undefined): Write {
  if (folder === undefined) return () => {};
  mkdirSync(folder, { recursive: true });
  return (name, file) => writeFileSync(path.join(folder, name), file);
}

interface NamedFile {
  readonly name: string;
  readonly file: Buffer;
}

function asFile(place: string): NamedFile {
  return { name: path.basename(place), file: readFileSync(place) };
}

function rgbaFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(png|webp)$/.test(name));
  if (names.length === 0) throw new Error(`There is no PNG or WebP file in ${folder}`);
  return names.sort().map((name) => path.join(folder, name));
}

/** Scenes of all subjects in turns, so that neighbours in their folder are far from one another. */
async function* productScenes(subjects: readonly string[], scenes: number, write: Write): AsyncGenerator<NamedFile> {
  for (let number = 0; number < scenes; number++) {
    const subject = subjects[(number * 7) % subjects.length];
    const { name, background, file } = await productScene(number, subject);
    write(`${name}.jpg`, file);
    yield { name: `${name} ${path.basename(subject)} on ${background}`, file };
  }
}

/** Prints which photographs are cut by colour. */
async function judgePhotographs(
  photos: Iterable<NamedFile> | AsyncIterable<NamedFile>,
  networks: Networks,
): Promise<void> {
  let [all, graphics, cut] = [0, 0, 0];
  for await (const { name, file } of photos) {
    const picture = await opened(file);
    const type = await classify(picture, networks);
    const isCut = atOnce(flatBackgroundOf(picture, type)) !== null;
    all++;
    if (type && type.graphic > type.photo) graphics++;
    if (isCut) cut++;
    if (isCut) console.log(`cut by colour: ${name}, photo ${type?.photo}`);
  }
  console.log(`${cut} of ${all} are cut by colour. The classifier scores ${graphics} as more graphic than photo.`);
}

async function opened(file: Buffer): Promise<Picture> {
  const upright = sharp(file).rotate().removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await upright.toBuffer({ resolveWithObject: true });
  return framePicture({
    widthPx: info.width,
    heightPx: info.height,
    channels: 3,
    samples: data,
    orientation: 1,
    icc: null,
  });
}

/** Alpha as the service gives it: by colour, or by networks where the picture is not classed as a graphic. */
async function alphaOf(picture: Picture, networks: Networks) {
  const background = atOnce(flatBackgroundOf(picture, await classify(picture, networks)));
  const flat = background && atOnce(cutByColour(picture, background));
  const { alpha, uncertainty } = flat ?? (await seenSubject(picture, networks));
  return { alpha: allOf(alpha, picture), uncertainty, isByColour: flat !== null };
}

async function seenSubject(picture: Picture, networks: Networks) {
  const { model } = settings;
  const sights = await wholeSights(picture, networks, [model]);
  const drawn = await drawSubject(picture, networks, settings, false, { known: sights });
  const { uncertainty } = await reviewOf({ picture, ...drawn }, { networks, model, sights });
  return { alpha: drawn.alpha, uncertainty };
}

function allOf(source: AlphaSource, { widthPx, heightPx, ...picture }: Picture): Uint8Array {
  const alpha = new Uint8Array(widthPx * heightPx);
  const sampler = source.sampler();
  const rows = picture.rows();
  for (let y = 0; y < heightPx; y++) sampler.row(y, widthPx, alpha.subarray(y * widthPx), rows.next(1), 3);
  return alpha;
}
