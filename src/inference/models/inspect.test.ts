import { appendFile, rm, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { lumaModel, writeTestRepository } from '../../../testing/models/tiny.ts';
import { fingerprintOf } from './fingerprint.ts';
import { expectedSha256, inspectModel } from './inspect.ts';
import { type ModelDescription, preparedPath, readManifest } from './manifest.ts';
import { recordOf, recordPath, writeRecord } from './record.ts';
import { verifyModel } from './verify.ts';

const directory = useTemporaryDirectory();
let modelsDirectory: string;
let model: ModelDescription;

beforeEach(async () => {
  const repository = await writeTestRepository(directory());
  modelsDirectory = repository.modelsDirectory;
  model = (await readManifest(repository.manifestPath)).models.luma;
});

const inspect = (description = model) => inspectModel(description, 'luma', modelsDirectory);
const verify = (description = model) => verifyModel(description, 'luma', modelsDirectory);
const file = () => preparedPath(modelsDirectory, 'luma');
const note = () => recordPath(modelsDirectory, 'luma');

describe('a prepared model', () => {
  it('is ready when file and note fit the manifest', async () => {
    expect(await inspect()).toMatchObject({ state: 'ready', record: { bytes: lumaModel().length } });
    expect(await verify()).toMatchObject({ good: true });
  });

  it.each<[what: string, spoil: () => Promise<void>]>([
    ['without a file', () => rm(file())],
    ['without a note', () => rm(note())],
    ['with half a note', () => writeFile(note(), '{"sha256": "')],
    ['with a note of another kind', () => writeFile(note(), '{"sha256": 7}')],
  ])('is missing %s', async (_what, spoil) => {
    await spoil();
    expect(await inspect()).toEqual({ state: 'missing' });
    expect(await verify()).toMatchObject({ good: false, line: 'is not there: run npm run models -- fetch luma' });
  });

  it('is outdated when the file is cut', async () => {
    await writeFile(file(), lumaModel().subarray(0, 10));
    expect(await inspect()).toEqual({ state: 'outdated', why: `10 of ${lumaModel().length} bytes long` });
    expect(await verify()).toMatchObject({ good: false });
  });

  it.each<[why: string, change: (description: ModelDescription) => ModelDescription]>([
    ['another source', (old) => ({ ...old, source: { kind: 'file', path: 'new.onnx', sha256: 'a'.repeat(64) } })],
    ['another preparation', (old) => ({ ...old, preparation: 'isnet-uint8-fp32' })],
  ])('is outdated when it was made from %s', async (_why, change) => {
    expect(await inspect(change(model))).toMatchObject({ state: 'outdated' });
  });

  it('is outdated when the recipe has a new result', async () => {
    const prepared: ModelDescription = { ...model, preparation: 'isnet-uint8-fp32' };
    await writeRecord(note(), recordOf(prepared, await fingerprintOf(file())));
    expect(await inspect(prepared)).toMatchObject({ state: 'ready' });
    expect(await inspect({ ...prepared, preparedSha256: 'b'.repeat(64) })).toMatchObject({
      state: 'outdated',
      why: 'made by another version of the recipe',
    });
  });

  it('stays ready when the same published file comes from somewhere else', async () => {
    const { sha256 } = model.source;
    const mirrored: ModelDescription = {
      ...model,
      source: { kind: 'https', url: 'https://example.org/luma.onnx', bytes: lumaModel().length, sha256 },
    };
    expect(await inspect(mirrored)).toMatchObject({ state: 'ready' });
  });
});

describe('verifyModel', () => {
  it('finds a changed byte that the cheap check cannot see, and says how to repair it', async () => {
    const bytes = lumaModel();
    bytes[20] ^= 1;
    await writeFile(file(), bytes);
    expect(await inspect()).toMatchObject({ state: 'ready' });
    const { good, line } = await verify();
    expect(good).toBe(false);
    expect(line).toMatch(/is damaged, SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}: delete the folder luma in /);
  });
});

describe('fingerprintOf', () => {
  it('is hash and size', async () => {
    const before = await fingerprintOf(file());
    expect(before).toEqual({ sha256: expectedSha256(model), bytes: lumaModel().length });
    await appendFile(file(), 'x');
    const after = await fingerprintOf(file());
    expect(after.bytes).toBe(before.bytes + 1);
    expect(after.sha256).not.toBe(before.sha256);
  });
});
