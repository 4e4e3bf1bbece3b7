/**
 * Run in a copy whose matte network may have a pass `tiny`: it comes from the manifest through model repositories and the service's
 * catalogue into the pipeline, which uses it where the full pass sees no subject.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Passes } from '../../src/contract/passes/declaration.ts';
import { parametersOf, passesFrom } from '../../src/contract/passes/parameters.ts';
import { openCatalogue } from '../../src/inference/catalogue.ts';
import { readManifest } from '../../src/inference/models/manifest.ts';
import { writeRepository } from '../../src/inference/models/repositories/write.ts';
import type { Networks } from '../../src/pixels/pipeline/networks/networks.ts';
import { findSubject } from '../../src/pixels/pipeline/passes/subject.ts';
import { framePicture } from '../../src/pixels/pipeline/picture/frame.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';

const directory = await mkdtemp(path.join(tmpdir(), 'edgematte-pass-'));
try {
  const repository = await writeTestRepository(directory);
  const manifest = await readManifest(repository.manifestPath);
  Object.assign(manifest.models.luma, { passes: { tiny: { sidePx: 128, cost: 'little' } } });
  await writeFile(repository.manifestPath, JSON.stringify(manifest));

  const full = (await openCatalogue(repository)).find('matte');
  assert.ok(full);
  assert.deepEqual(full.passes, { tiny: { model: 'luma-128' } });
  assert.deepEqual(parametersOf(full.passes), { tiny_pass: 'luma-128' });

  const triton = path.join(directory, 'triton');
  await writeRepository({ ...repository, kind: 'triton', directory: triton, precision: () => 'fp32' });
  const text = await readFile(path.join(triton, 'luma', 'config.pbtxt'), 'utf8');
  const written = [...text.matchAll(/key: "(\w+)" value { (string_value): "(.*)" }/g)];
  const passes = passesFrom(Object.fromEntries(written.map(([, key, member, value]) => [key, { [member]: value }])));
  assert.deepEqual(passes, full.passes);

  assert.equal(await foundWith(passes), 255);
  assert.equal(await foundWith({}), 0);
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** The alpha of a picture of which only the tiny pass sees anything. */
async function foundWith(passes: Passes): Promise<number> {
  const side = 16;
  const networks: Networks = {
    describe: async () => ({ inputs: [{ name: 'image', shape: [-1, side, side, 3] }], outputs: [], passes }),
    async infer(model) {
      const data = new Uint8Array(side * side).fill(model === 'luma-128' ? 255 : 0);
      return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data }];
    },
  };
  const samples = new Uint8Array(32 * 32 * 3);
  const picture = framePicture({ widthPx: 32, heightPx: 32, channels: 3, samples, orientation: 1, icc: null });
  const { layer } = await findSubject(picture, networks, 'matte');
  return layer.plane.samples[0];
}
