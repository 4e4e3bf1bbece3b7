import { createHash } from 'node:crypto';
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { type TestRepository, writeTestRepository } from '../../../testing/models/tiny.ts';
import { derivedPath, ensureDerived } from './derive.ts';
import { type ModelDescription, readManifest } from './manifest.ts';
import { quantiseModel } from './quantise/quantise.ts';

const directory = useTemporaryDirectory();
const table = {
  network: '0'.repeat(64),
  method: 'minmax',
  sidePx: 256,
  photos: [],
  kept: [],
  ranges: { mean: [0, 255] as [number, number] },
};

/** The tiny network with an 8-bit file. */
async function withInt8(sha256?: string): Promise<{ repository: TestRepository; model: ModelDescription }> {
  const repository = await writeTestRepository(directory());
  await writeFile(path.join(directory(), 'table.json'), JSON.stringify(table));
  const { models } = await readManifest(repository.manifestPath);
  const bytes = quantiseModel(await readFile(path.join(directory(), 'luma.onnx')), table);
  const expected = sha256 ?? createHash('sha256').update(bytes).digest('hex');
  return {
    repository,
    model: { ...models.luma, precisions: { int8: { calibration: 'table.json', sha256: expected } } },
  };
}

describe('ensureDerived', () => {
  it('makes the file once, and again where it was cut or its note is gone', async () => {
    const { repository, model } = await withInt8();
    const ensure = () => ensureDerived('luma', model, 'int8', repository);
    expect(await ensure()).toBe(true);
    expect(await ensure()).toBe(false);
    const file = derivedPath(repository.modelsDirectory, 'luma', 'int8');
    await truncate(file, 10);
    expect(await ensure()).toBe(true);
    expect((await stat(file)).size).toBeGreaterThan(10);
    await rm(file.replace(/onnx$/, 'json'));
    expect(await ensure()).toBe(true);
  });

  it('refuses to serve what is not what the manifest says', async () => {
    const { repository, model } = await withInt8('1'.repeat(64));
    await expect(ensureDerived('luma', model, 'int8', repository)).rejects.toThrow('came out with SHA-256');
    await expect(stat(derivedPath(repository.modelsDirectory, 'luma', 'int8'))).rejects.toThrow('ENOENT');
  });

  it('refuses a precision that the network does not have', async () => {
    const { repository, model } = await withInt8();
    await expect(ensureDerived('luma', model, 'fp16', repository)).rejects.toThrow('no fp16 of luma');
  });
});
