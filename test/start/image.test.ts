/** What goes into the image of the inference service, without the project around it and without an engine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureModels } from '../../src/inference/models/ensure.ts';
import { modelSettings } from '../../src/inference/models/settings.ts';
import { buildImage } from '../../src/local/build-inference.ts';
import { inProject } from '../../src/local/root.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { tinyBirefnet, tinyPreparation } from '../models/tiny-birefnet.ts';

const mebibyte = 1024 * 1024;
let directory: string;
let image: string;
let service: ChildProcess | undefined;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-image-'));
  image = path.join(directory, 'app');
  await buildImage();
  cpSync(inProject('dist/image'), image, { recursive: true });
});
afterAll(() => {
  service?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

/** Its output up to the line that matches, or all of it where it ends before. */
async function run(script: string, words: readonly string[], variables: Record<string, string>, until?: RegExp) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [script, ...words], { cwd: image, env: { PATH, HOME, ...variables } });
  let text = '';
  const ended = once(child, 'exit');
  const seen = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      text += chunk;
      if (until?.test(text)) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  await Promise.race([ended, seen]);
  return { child, text };
}

it('has no Node of its own: that of npm scripts is for development', () => {
  const files = readdirSync(image, { withFileTypes: true, recursive: true }).filter((entry) => !entry.isDirectory());
  expect(files.map(({ name }) => name).filter((name) => /^node(\.exe)?$/.test(name))).toEqual([]);
});

it('takes at most 155 MB without weights', () => {
  expect(bytesIn(image) / mebibyte).toBeLessThan(155);
});

it('is as large as the page for operators says, and so are the weights', async () => {
  const page = readFileSync(inProject('docs/deploy.md'), 'utf8');
  const share = (bytes: number, said: RegExp) => bytes / 1e6 / Number(said.exec(page)?.[1]);
  expect(share(bytesIn(image), /`dist\/image` \((\d+) MB\)/)).toBeCloseTo(1, 1);
  const prepared = (await ensureModels(modelSettings(process.env))).reduce((sum, { record }) => sum + record.bytes, 0);
  expect(share(prepared, /`models\/`: (\d+) MB/)).toBeCloseTo(1, 1);
});

it('knows its version and commit, without git around it', async () => {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  for (const script of ['main.js', 'models.js']) {
    const { text } = await run(script, ['--version'], {});
    expect(text).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}, commit [0-9a-f]{12}(-dirty)?\n$`));
  }
});

it('lists its models', async () => {
  const { text } = await run('models.js', ['list'], {
    MODELS_MANIFEST: path.join(image, 'models/manifest.json'),
    MODELS_DIR: path.join(directory, 'weights'),
  });
  expect(text).toContain('isnet-general  (matte)');
  expect(text).toContain('not fetched');
});

it('tries a matte network in a process of its own before it is used', async () => {
  mkdirSync(path.join(directory, 'brought'));
  const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'brought'));
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const offer = { purpose: 'BiRefNet for tests', preparation: tinyPreparation, licence: 'MIT', card: 'tiny.md' };
  writeFileSync(manifestPath, JSON.stringify({ ...manifest, offers: { tiny: offer } }));
  const file = path.join(directory, 'tiny.onnx');
  writeFileSync(file, tinyBirefnet());
  const variables = { MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory };
  const { text } = await run('models.js', ['use', 'tiny', '--from', file, '--precision', 'int8'], variables);
  expect(text).toContain('tiny  makes the mattes now (trial run');
  expect(text).toContain('tiny  stays in fp32: int8 is compared with it on photos');
});

it('serves, and ends in order', async () => {
  const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory));
  const variables = { INFERENCE_PORT: '0', MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory };
  const { child, text } = await run('main.js', [], variables, /"event":"ready".*\n/);
  service = child;
  const ready = text.split('\n').find((line) => line.includes('"event":"ready"'));
  expect(ready, text).toBeDefined();
  const { port } = JSON.parse(ready ?? '{}');
  expect((await fetch(`http://127.0.0.1:${port}/v2/health/ready`)).status).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});
