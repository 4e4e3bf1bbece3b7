/**
 * Clients that others have published, as they are, against the real service: one call each. Those of remove.bg have its
 * host fixed. The sample of the guide from withoutBG drives `withoutbg` (test/conformance/guide-samples.test.ts).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { missingFor, runSample, type Sample } from '../conformance/samples.ts';
import { scenePhoto } from '../effects/scene.ts';
import { declareService } from '../service.ts';
import { type FixedHost, startFixedHost } from './fixed-host.ts';

const service = declareService();
const text = (file: string) => readFileSync(inProject(file), 'utf8');

/** Made by `.ci/run` of `package.json`. */
const nodePackages = inProject('dist/published-clients');

const inNode: Sample = {
  lang: 'JavaScript',
  source: `
    import { readFileSync } from 'node:fs';
    import { removeBackgroundFromImageFile } from 'remove.bg';
    const { creditsCharged } = await removeBackgroundFromImageFile({
      path: 'photo.png', apiKey: process.env.KEY, size: 'auto', outputFile: 'photo.png_no_bg.png',
    });
    if (creditsCharged !== '1') throw new Error(creditsCharged);
    console.log(JSON.parse(readFileSync('node_modules/remove.bg/package.json', 'utf8')).version);
  `,
};

const inPython: Sample = {
  lang: 'Python',
  source: `
import os
from importlib.metadata import version
from removebg import RemoveBg

RemoveBg(os.environ["KEY"], "error.log").remove_background_from_img_file("photo.png", size="auto")
print(version("removebg"))
`,
};

/** Versions that CI installs, by package. */
const pinned: Readonly<Record<string, string>> = {
  ...(JSON.parse(text('test/published-clients/package.json')) as { dependencies: Record<string, string> }).dependencies,
  ...Object.fromEntries(
    [...text('test/conformance/requirements.txt').matchAll(/^(\S+)==(\S+)$/gm)].map(([, name, version]) => [
      name,
      version,
    ]),
  ),
};

test.each([
  ['remove.bg', 'from-removebg'],
  ['removebg', 'from-removebg'],
  ['withoutbg', 'from-withoutbg'],
])('the version of %s that %s.md names is the one that CI installs', (name, guide) => {
  const named = [...text(`docs/guides/${guide}.md`).matchAll(/`([\w.]+)` (\d+(?:\.\d+)+) of (?:npm|PyPI)/g)];
  expect(named.filter(([, each]) => each === name).map(([, , version]) => version)).toEqual([pinned[name]]);
});

describe('with the host api.remove.bg on this machine', () => {
  let folder: string;
  let host: FixedHost | undefined;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgematte-published-'));
  });
  afterEach(async () => {
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function missing(sample: Sample): Promise<string | null> {
    if (sample === inNode && !existsSync(path.join(nodePackages, 'complete'))) return 'Its packages are not installed';
    return (await missingFor(sample)) ?? missingFor({ lang: 'Shell', source: 'openssl' });
  }

  test.for([
    ['remove.bg', inNode],
    ['removebg', inPython],
  ] as const)('%s cuts out a photo for one credit', async ([name, sample], { skip }) => {
    const reason = await missing(sample);
    skip(reason !== null, reason ?? undefined);
    const { key } = await service.createKey();
    host = await startFixedHost('api.remove.bg', service.stack.base, folder);
    writeFileSync(path.join(folder, 'photo.png'), await scenePhoto('png'));
    if (sample === inNode) symlinkSync(path.join(nodePackages, 'node_modules'), path.join(folder, 'node_modules'));

    const version = await runSample(sample, folder, { KEY: key, ...host.variables });

    expect(version.trim()).toBe(pinned[name]);
    const cutout = sharp(readFileSync(path.join(folder, 'photo.png_no_bg.png')));
    expect(await cutout.metadata()).toMatchObject({ format: 'png', width: 120, height: 80, channels: 4 });
    expect((await cutout.stats()).channels[3]).toMatchObject({ min: 0, max: 255 });
    await expect.poll(() => service.stack.credit(key)).toBe(4);
  });
});
