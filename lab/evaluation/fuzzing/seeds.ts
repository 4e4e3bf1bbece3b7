/** Files that fuzzing begins with: small ones of each kind that the decoder tells apart, with what a reader does after each. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type JpegOptions, type Sharp } from 'sharp';
import { inProject } from '../../../src/local/root.ts';

const fixtures = inProject('test/fixtures/pictures/input');

/** What a reader does with a file, as target.c reads it: size and memory, then four steps of six bytes each. */
export const planBytes = 27;
const whole = [255, 255];
const plans: readonly Buffer[] = [
  // All of it, twice.
  plan(8, [0, 0, 0, ...whole, 255], [1, 0, 0, 0, 0, 0]),
  // A part of its columns, some rows skipped, the rest, again.
  plan(8, [0, 60, 80, 120, 200, 100], [3, 0, 0, 0, 0, 40], [2, 0, 0, 0, 0, 255], [1, 0, 0, 0, 0, 0]),
  plan(4, [0, 0, 0, ...whole, 255], [0, 100, 0, 128, 255, 255]),
  plan(1, [0, 0, 0, ...whole, 255], [1, 0, 0, 0, 0, 0]),
  plan(5, [0, 128, 128, 128, 128, 255], [3, 0, 0, 0, 0, 9], [2, 0, 0, 0, 0, 255]),
  // By an index: some windows. The first byte counts eighths too, and 128 of it say so.
  plan(128 + 8, [0, 0, 0, ...whole, 0], [0, 60, 80, 120, 200, 0], [0, 128, 0, 10, 255, 0], [0, 255, 255, 255, 255, 0]),
  plan(128 + 4, [0, 0, 0, ...whole, 0], [0, 60, 80, 120, 200, 0], [0, 128, 0, 10, 255, 0], [0, 255, 255, 255, 255, 0]),
];

const kinds: Readonly<Record<string, JpegOptions>> = {
  'baseline-420': { quality: 60 },
  'baseline-444': { quality: 80, chromaSubsampling: '4:4:4' },
  'progressive-420': { quality: 60, progressive: true },
  'progressive-444': { quality: 80, progressive: true, chromaSubsampling: '4:4:4' },
  'progressive-many-scans': { quality: 70, mozjpeg: true },
};

/** Writes them into a folder, one for each file and plan. */
export async function writeSeeds(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = { ...(await drawnFiles()), ...fixtureFiles() };
  for (const [name, file] of Object.entries(files)) {
    for (const [index, steps] of plans.entries()) {
      writeFileSync(path.join(folder, `${name}-${index}`), Buffer.concat([file, steps]));
    }
  }
}

async function drawnFiles(): Promise<Record<string, Buffer>> {
  const original = sharp(inProject('test/fixtures/photos/grace_hopper.jpg'));
  const photo = original.clone().resize(75, 52, { fit: 'fill' });
  const files: Record<string, Buffer> = {};
  for (const [name, options] of Object.entries(kinds)) {
    files[name] = await photo.clone().jpeg(options).toBuffer();
    files[`${name}-grey`] = await grey(photo).jpeg(options).toBuffer();
  }
  files['with-exif'] = await photo.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 50 }).toBuffer();
  files.cmyk = await photo.clone().toColourspace('cmyk').jpeg({ quality: 50 }).toBuffer();
  // Of more than a part that the target has in memory.
  const larger = original.clone().resize(150, 100, { fit: 'fill' });
  files['larger-444'] = await larger.clone().jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  files['larger-grey'] = await grey(larger).jpeg({ quality: 95 }).toBuffer();
  // Chroma at half the columns, at half the rows, at a quarter, and more of it than of brightness.
  const plain = files['baseline-444'];
  const manyScans = files['progressive-444'];
  for (const samples of [0x21, 0x12, 0x41, 0x44]) {
    files[`samples-${samples.toString(16)}`] = withSamples(plain, samples);
    files[`progressive-samples-${samples.toString(16)}`] = withSamples(manyScans, samples);
  }
  return files;
}

function grey(photo: Sharp): Sharp {
  return photo.clone().toColourspace('b-w');
}

function fixtureFiles(): Record<string, Buffer> {
  const names = readdirSync(fixtures).filter((name) => name.endsWith('.jpg'));
  const files = names.map((name) => [name, readFileSync(path.join(fixtures, name))] as const);
  return Object.fromEntries(files.filter(([, file]) => file.length <= 12_288));
}

/** The file with other sampling of its first component. Its data then means something else, which is as good here. */
function withSamples(file: Buffer, samples: number): Buffer {
  const changed = Buffer.from(file);
  const frame = Math.max(changed.indexOf(Buffer.from([0xff, 0xc0])), changed.indexOf(Buffer.from([0xff, 0xc2])));
  changed[frame + 11] = samples;
  return changed;
}

function plan(eighths: number, ...steps: readonly number[][]): Buffer {
  const bytes = Buffer.alloc(planBytes);
  // The second byte leaves the memory as it is; what is skipped once more is not read.
  bytes.set([eighths - 1, 1, 0]);
  for (let index = 0; index < 4; index++) bytes.set(steps[index] ?? [3, 0, 0, 0, 0, 0], 3 + index * 6);
  return bytes;
}
