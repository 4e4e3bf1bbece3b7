/**
 * `npm run answers`: what a running service answers to the photos of the tests, as hashes, so that two versions can be held
 * against each other bit for bit. Every paid operation, its options, both lanes.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { inProject } from '../../src/start/root.ts';
import { required } from '../arguments.ts';
import { runCommand } from '../command.ts';

const help = `Usage: npm run answers -- --url URL --key KEY [--out FILE] [--against FILE] [photo or folder ...]

Sends the photos of test/fixtures, and those named, to all seven paid operations with several options, and the decoders'
fixtures to two of them, and hashes the answers: status, the headers that do not change from call to call, and the body.

  --url URL       the running service
  --key KEY       a key with some thousand credits
  --out FILE      writes the hashes there as JSON
  --photos-only   leaves the decoders' fixtures out
  --against FILE  compares with hashes written before; exit status 1 where an answer differs`;

type Options = Readonly<Record<string, string>>;

const cutoutOptions: readonly Options[] = [{}, { edge_colors: 'original' }, { include_image_type: 'false' }];
const carOptions: readonly Options[] = [{}, { shadow_type: 'none', reconstruct_windows: 'false' }];
const operations: Readonly<Record<string, readonly Options[]>> = {
  'image-without-background': cutoutOptions,
  'image-without-background-base64': cutoutOptions,
  'alpha-channel': [{}],
  'alpha-channel-base64': [{}],
  'car-image-without-background': carOptions,
  'car-image-without-background-base64': carOptions,
  'car-layers-base64': carOptions,
};

/** Differ from call to call, or with how far the machine is. */
const changing = new Set(['date', 'server-timing', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/** What a picture of the decoders' fixtures is sent to: it is there for its format. */
const fewOperations: typeof operations = { 'image-without-background': [{}], 'alpha-channel-base64': [{}] };

interface Photo {
  readonly name: string;
  readonly bytes: Buffer;
  readonly asked: typeof operations;
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      out: { type: 'string' },
      against: { type: 'string' },
      'photos-only': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(help);
  const { out, against } = values;
  const url = required('url', values.url);
  const key = required('key', values.key);
  const before = against ? (JSON.parse(readFileSync(against, 'utf8')) as Record<string, string>) : null;
  const hashes: Record<string, string> = {};
  let differing = 0;
  for (const photo of await photosOf(positionals, values['photos-only'])) {
    for (const [operation, choices] of Object.entries(photo.asked)) {
      for (const options of choices) {
        const name = `${photo.name} ${operation} ${JSON.stringify(options)}`;
        const answer = await ask(url, key, operation, photo, options);
        hashes[name] = answer;
        if (before && before[name] !== answer) {
          differing += 1;
          console.log(`${name}\n  before ${before[name]}\n  now    ${answer}`);
        }
      }
    }
    process.stderr.write(`\r${Object.keys(hashes).length} answers`);
  }
  process.stderr.write('\n');
  if (out) writeFileSync(out, `${JSON.stringify(hashes, null, 1)}\n`);
  if (before) console.log(`${Object.keys(hashes).length} answers compared, ${differing} differ`);
  if (differing > 0) process.exitCode = 1;
});

/** Those of the tests, those named, and two that are too large for an isolate. */
async function photosOf(named: readonly string[], photosOnly = false): Promise<Photo[]> {
  const read = (places: readonly string[], asked: typeof operations): Photo[] =>
    places
      .flatMap((place) => filesOf(place))
      .map((file) => ({ name: path.basename(file), bytes: readFileSync(file), asked }));
  const photos = [
    ...read(
      ['photos', 'cars'].map((folder) => inProject(`test/fixtures/${folder}`)),
      operations,
    ),
    ...(photosOnly ? [] : read([inProject('test/fixtures/pictures/input')], fewOperations)),
    ...read(named, operations),
  ];
  for (const [width, height] of [
    [4000, 3000],
    [7000, 5000],
  ]) {
    for (const photo of ['photos/coffee.png', 'cars/coupe.jpg']) {
      const bytes = await sharp(inProject(`test/fixtures/${photo}`))
        .resize(width, height, { fit: 'fill', kernel: 'cubic' })
        .jpeg({ quality: 90 })
        .toBuffer();
      photos.push({ name: `${photo} at ${width} x ${height}`, bytes, asked: operations });
    }
  }
  return photos;
}

function filesOf(place: string): string[] {
  const pictures = /\.(jpe?g|png|webp|avif|hei[cf]|tiff?|bmp|gif)$/i;
  try {
    const names = readdirSync(place).filter((name) => pictures.test(name));
    return names.sort().map((name) => path.join(place, name));
  } catch {
    return [place];
  }
}

/** @returns status, hash of the headers that stay, hash of the body */
async function ask(service: string, key: string, operation: string, photo: Photo, options: Options): Promise<string> {
  const url = `${service}/v1.0/${operation}`;
  for (;;) {
    const answer = await fetch(url, { method: 'POST', ...bodyOf(operation, key, photo, options) });
    const body = Buffer.from(await answer.arrayBuffer());
    // The window of a minute, or no room for the moment: neither is what is asked here.
    if (answer.status === 429 || answer.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      continue;
    }
    const headers = [...answer.headers].filter(([name]) => !changing.has(name)).sort();
    return [String(answer.status), hash(JSON.stringify(headers)), hash(body)].join(' ');
  }
}

function bodyOf(operation: string, key: string, photo: Photo, options: Options): RequestInit {
  if (operation.endsWith('-base64')) {
    return {
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ image_base64: photo.bytes.toString('base64'), ...options }),
    };
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo.bytes)]), 'photo');
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  return { headers: { 'X-API-Key': key }, body: form };
}

function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 24);
}
