/** The code samples of the reference, each run as a reader would run it: in a folder with a photo, key in the environment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

async function sampleOf({ path: at, method }: Operation, language: Language): Promise<Sample> {
  const document = (await (await fetch(`${service.stack.base}/openapi.json`)).json()) as Described;
  const samples = document.paths[at][method.toLowerCase()]['x-codeSamples'];
  const found = samples.find(({ lang }) => lang === language);
  if (!found) throw new Error(`No ${language} sample of ${at}`);
  return found;
}

/** Files that the operation's samples leave, and how many channels each has. */
function picturesOf(operation: Operation): readonly (readonly [file: string, channels: number])[] {
  if (operation.method === 'GET') return [];
  const channels = (file: string) => (/matte|shadow/.test(file) ? 1 : 4);
  const files =
    operation.encoding === 'multipart'
      ? [operation.answer.saveAs]
      : Object.values(operation.answer.files).map(({ saveAs }) => saveAs);
  return files.map((file) => [file, channels(file)]);
}

describe.each(operations.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  test.for(['Shell', 'Python', 'JavaScript'] as const)('%s', async (language, { skip }) => {
    const sample = await sampleOf(operation, language);
    const missing = await missingFor(sample);
    skip(missing !== null, missing ?? undefined);
    const { key } = await service.createKey();
    if (operation.method === 'POST') writeFileSync(path.join(folder, operation.photo), service.image);

    const stdout = await runSample(sample, folder, { EDGEMATTE_KEY: key });

    const { width, height } = await sharp(service.image).metadata();
    for (const [picture, channels] of picturesOf(operation)) {
      const png = readFileSync(path.join(folder, picture));
      expect(await sharp(png).metadata(), picture).toMatchObject({ format: 'png', width, height, channels });
    }
    if (operation.method === 'GET') expect(stdout).toMatch(/credit\W+5\b.*expiration_date/s);
    await expect.poll(() => service.stack.credit(key)).toBe(operation.method === 'GET' ? 5 : 4);
  });
});
