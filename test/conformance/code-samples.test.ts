/** The code samples of the reference, each run as a reader would run it: in a folder with a photo, key in the environment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removebgRoutes } from '../../src/contract/openapi/removebg/paths.ts';
import { type Operation, operations } from '../../src/contract/operations.ts';
import { declareService } from '../service.ts';
import { type Language, missingFor, runSample, type Sample } from './samples.ts';

const service = declareService();

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-codeSamples': readonly Sample[] }>>>>;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-sample-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a sample is of, and the pictures that it leaves with their number of channels. */
interface Sampled {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly photo: string;
  readonly pictures: readonly (readonly [file: string, channels: number])[];
  /** What it prints. */
  readonly printed: RegExp;
  /** What it costs. */
  readonly credits: 0 | 1;
}

const sampled: readonly Sampled[] = [
  ...operations.map(sampledOf),
  { ...removebgRoutes.picture, ...removebgSample('removebg', 'photo.jpg'), pictures: [['cutout.png', 4]], credits: 1 },
  { ...removebgRoutes.improve, ...removebgSample('removebg-improve', 'photo.jpg') },
  { ...removebgRoutes.account, ...removebgSample('removebg-account', ''), printed: /total\W+5\b/ },
];

function removebgSample(name: string, photo: string) {
  return { name, photo, pictures: [], printed: /^$/, credits: 0 } as const;
}

function sampledOf(operation: Operation): Sampled {
  const { name, method, path: at } = operation;
  if (method === 'GET') {
    return { name, method, path: at, photo: '', pictures: [], printed: /credit\W+5\b.*expiration_date/s, credits: 0 };
  }
  const files =
    operation.encoding === 'multipart'
      ? [operation.answer.saveAs]
      : Object.values(operation.answer.files).map(({ saveAs }) => saveAs);
  const pictures = files.map((file) => [file, /matte|shadow/.test(file) ? 1 : 4] as const);
  return { name, method, path: at, photo: operation.photo, pictures, printed: /^$/, credits: 1 };
}

async function sampleOf({ path: at, method }: Sampled, language: Language): Promise<Sample> {
  const document = (await (await fetch(`${service.stack.base}/openapi.json`)).json()) as Described;
  const samples = document.paths[at][method.toLowerCase()]['x-codeSamples'];
  const found = samples.find(({ lang }) => lang === language);
  if (!found) throw new Error(`No ${language} sample of ${at}`);
  return found;
}

describe.each(sampled)('$name', (operation) => {
  const { photo, pictures, printed, credits } = operation;

  test.for(['Shell', 'Python', 'JavaScript'] as const)('%s', async (language, { skip }) => {
    const sample = await sampleOf(operation, language);
    const missing = await missingFor(sample);
    skip(missing !== null, missing ?? undefined);
    const { key } = await service.createKey();
    if (photo) writeFileSync(path.join(folder, photo), service.image);

    const stdout = await runSample(sample, folder, { EDGEMATTE_KEY: key });

    const { width, height } = await sharp(service.image).metadata();
    for (const [picture, channels] of pictures) {
      const png = readFileSync(path.join(folder, picture));
      expect(await sharp(png).metadata(), picture).toMatchObject({ format: 'png', width, height, channels });
    }
    expect(stdout).toMatch(printed);
    await expect.poll(() => service.stack.credit(key)).toBe(5 - credits);
  });
});
