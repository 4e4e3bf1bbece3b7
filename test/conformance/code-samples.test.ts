/**
 * The code samples of the OpenAPI document and those of the reference, which call the clients, each run as a reader would run it:
 * in a folder with a photo, key in the environment.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removebgRoutes } from '../../src/contract/openapi/removebg/paths.ts';
import { type Operation, operations } from '../../src/contract/operations.ts';
import { inProject } from '../../src/local/root.ts';
import { clientNames, referenceSamples } from '../../src/pages/site/reference/client-samples.ts';
import type { ShownDocument } from '../../src/pages/site/reference/openapi-shape.ts';
import { declareService } from '../service.ts';
import { missingFor, runSample, type Sample } from './samples.ts';

const service = declareService();

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-sample-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(inProject('clients/typescript'), path.join(folder, 'node_modules/edgematte'));
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

/** The samples of an operation: those of the description, and those of the reference that are others. */
async function samplesOf({ path: at, method }: Sampled): Promise<Readonly<Record<string, Sample | undefined>>> {
  const { paths } = (await (await fetch(`${service.stack.base}/openapi.json`)).json()) as ShownDocument;
  const described = paths[at][method.toLowerCase()];
  const plain = described['x-codeSamples'].map(({ lang, source }) => [lang, { lang, source }] as const);
  const shown = referenceSamples(described, service.stack.base).flatMap(({ language, source }) => {
    const isOther = !plain.some(([, sample]) => sample.source === source);
    return isOther && language !== 'curl' ? [[`${language} client`, { lang: language, source }] as const] : [];
  });
  return Object.fromEntries([...plain, ...shown]);
}

const names = ['Shell', 'Python', 'JavaScript', 'TypeScript client', 'Python client'] as const;

describe.each(sampled)('$name', (operation) => {
  const { photo, pictures, printed, credits } = operation;

  test.for(operation.name in clientNames ? names : names.slice(0, 3))('%s', async (name, { skip }) => {
    const sample = (await samplesOf(operation))[name];
    if (!sample) throw new Error(`No sample ${name} of ${operation.path}`);
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
