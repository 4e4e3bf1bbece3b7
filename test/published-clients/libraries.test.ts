/** Programs with the libraries that people use: what they send to either API gives them the picture, and not JSON around it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPngHeader } from '../../testing/png.ts';
import { scenePhoto } from '../effects/scene.ts';
import { describeWith } from '../run/describe-with.ts';
import { declareService } from '../service.ts';
import { packages } from './clients.ts';
import { type FieldSet, libraries, ownSets, removebgSets } from './libraries.ts';

const execute = promisify(execFile);
const service = declareService();
/** Go and Java compile first. */
const timeoutMs = 180_000;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-libraries-'));
  writeFileSync(path.join(folder, 'photo.png'), await scenePhoto('png'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const calls = [
  ...removebgSets.map((set) => ({ api: '/v1.0/removebg', file: 'image_file', set })),
  ...ownSets.map((set) => ({ api: '/v1.0/image-without-background', file: 'file', set })),
];

for (const { name, missing, command } of libraries) {
  describeWith(missing, name, () => {
    test.each(calls)(
      '$api: $set.name',
      async ({ api, file, set }) => {
        const created = await service.createKey({ credits: 1 });
        const out = path.join(folder, 'out.png');
        const answered = await run(command, { api, file, set, key: created.key, out });
        const body = readFileSync(out);
        expect(answered, body.subarray(0, 300).toString()).toBe('200');
        expect(readPngHeader(body)).toMatchObject({ widthPx: 120, heightPx: 80, colourType: 6 });
        await expect.poll(() => service.stack.credit(created.key)).toBe(0);
      },
      timeoutMs,
    );
  });
}

interface Call {
  readonly api: string;
  /** Name of the field of the photo. */
  readonly file: string;
  readonly set: FieldSet;
  readonly key: string;
  readonly out: string;
}

/** Runs a program for one call. @returns the status that it prints */
async function run([program, ...words]: readonly string[], { api, file, set, key, out }: Call): Promise<string> {
  const { fields, accept = '' } = set;
  const given = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const variables = {
    ...{ ADDRESS: service.stack.base + api, API_KEY: key, FILE_FIELD: file, ACCEPT: accept, OUT: out },
    ...{ PHOTO: path.join(folder, 'photo.png'), PACKAGES: packages.npm.folder, NO_PROXY: '*' },
  };
  const { stdout } = await execute(program, [...words, ...given], { env: { ...process.env, ...variables } });
  return stdout.trim();
}
