/** The code samples of the reference, each run as a reader would run it: in a folder with a photo, key in the environment. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Operation, operations } from '../../src/contract/operations.ts';
import { declareService } from '../service.ts';

const service = declareService();
const run = promisify(execFile);

type Language = 'Shell' | 'Python' | 'JavaScript';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-codeSamples': readonly Sample[] }>>>>;
}

interface Sample {
  readonly lang: Language;
  readonly source: string;
}

/** How a sample is run, and how it is known that it can be. */
const runners: Readonly<Record<Language, { file: string; command: string[]; needs: string[][] }>> = {
  Shell: {
    file: 'sample.sh',
    command: ['bash', '-e', '-o', 'pipefail'],
    needs: [
      ['bash', '--version'],
      ['curl', '--version'],
      ['jq', '--version'],
    ],
  },
  Python: { file: 'sample.py', command: ['python3'], needs: [['python3', '-c', 'import requests']] },
  JavaScript: { file: 'sample.mjs', command: [process.execPath], needs: [] },
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-sample-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What this machine lacks for that language; null where it has all. */
async function missingFor(language: Language): Promise<string | null> {
  for (const [program, ...rest] of runners[language].needs) {
    const lacks = await run(program, rest).then(
      () => false,
      () => true,
    );
    if (lacks) return `${[program, ...rest].join(' ')} does not work here`;
  }
  return null;
}

async function sampleOf({ path: at, method }: Operation, language: Language): Promise<string> {
  const document = (await (await fetch(`${service.stack.base}/openapi.json`)).json()) as Described;
  const samples = document.paths[at][method.toLowerCase()]['x-codeSamples'];
  const found = samples.find(({ lang }) => lang === language);
  if (!found) throw new Error(`No ${language} sample of ${at}`);
  return found.source;
}

/** Files that the operation's samples leave, and how many channels each has. */
function picturesOf(operation: Operation): readonly (readonly [file: string, channels: number])[] {
  if (operation.method === 'GET') return [];
  const channels = (file: string) => (/matte|shadow/.test(file) ? 1 : 4);
  const files =
    operation.encoding === 'multipart'
      ? [operation.answer.saveAs]
      : Object.values(operation.answer.pngs).map(({ saveAs }) => saveAs);
  return files.map((file) => [file, channels(file)]);
}

describe.each(operations.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  test.for(['Shell', 'Python', 'JavaScript'] as const)('%s', async (language, { skip }) => {
    const missing = await missingFor(language);
    skip(missing !== null, missing ?? undefined);
    const { key } = await service.createKey();
    const { file, command } = runners[language];
    writeFileSync(path.join(folder, file), await sampleOf(operation, language));
    if (operation.method === 'POST') writeFileSync(path.join(folder, operation.photo), service.image);

    const [program, ...flags] = command;
    const { stdout } = await run(program, [...flags, file], {
      cwd: folder,
      env: { ...process.env, EDGEMATTE_KEY: key },
    });

    const { width, height } = await sharp(service.image).metadata();
    for (const [picture, channels] of picturesOf(operation)) {
      const png = readFileSync(path.join(folder, picture));
      expect(await sharp(png).metadata(), picture).toMatchObject({ format: 'png', width, height, channels });
    }
    if (operation.method === 'GET') expect(stdout).toMatch(/credit\W+5\b.*expiration_date/s);
    await expect.poll(() => service.stack.credit(key)).toBe(operation.method === 'GET' ? 5 : 4);
  });
});
