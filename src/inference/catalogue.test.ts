import { mkdir, mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestRepository, writeTestRepository } from '../../testing/models/tiny.ts';
import { openCatalogue } from './catalogue.ts';
import { answerPath } from './models/answer.ts';
import { derivedPath } from './models/derive.ts';
import { ensureModels } from './models/ensure.ts';
import { preparedPath, readManifest } from './models/manifest.ts';

let directory: string;
let repository: TestRepository;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'edgematte-catalogue-'));
  repository = await writeTestRepository(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = () => openCatalogue(repository);

describe('the catalogue', () => {
  it('finds a model by its name and by its role', async () => {
    const catalogue = await open();
    const luma = catalogue.find('luma');
    expect(luma).toMatchObject({ name: 'luma', maxBatch: 4, inputs: [{ name: 'image', shape: [-1, 256, 256, 3] }] });
    expect(catalogue.find('matte')).toBe(luma);
    expect(catalogue.models).toEqual([luma]);
  });

  it('says from which size on a subject is worth a close-up pass', async () => {
    const manifest = await readManifest(repository.manifestPath);
    manifest.models.luma.passes = { closeUp: { whenSmaller: 0.7, whenUnknown: 0.1, cost: 'a run' } };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    expect((await open()).find('matte')).toMatchObject({
      name: 'luma',
      passes: { closeUp: { whenSmaller: 0.7, whenUnknown: 0.1 } },
    });
  });

  it('is marked by names, weights and roles, and not by number formats', async () => {
    const manifest = await readManifest(repository.manifestPath);
    const markWith = async (change: (changed: typeof manifest) => void) => {
      const changed = structuredClone(manifest);
      change(changed);
      await writeFile(repository.manifestPath, JSON.stringify(changed));
      return (await open()).mark;
    };
    const mark = await markWith(() => {});
    expect(mark).toMatch(/^[0-9a-f]{12}$/);
    const alike = await markWith(({ models }) => {
      models.luma.precisions = { bf16: {} };
    });
    const unlike = [
      await markWith(({ models }) => {
        models.luma.preparedSha256 = 'a'.repeat(64);
      }),
      await markWith(({ roles }) => {
        roles.other = 'luma';
      }),
    ];
    expect(alike).toBe(mark);
    expect(new Set([mark, ...unlike]).size).toBe(3);
  });

  it('has requests wait for each other where manifest and device want it', async () => {
    const manifest = await readManifest(repository.manifestPath);
    manifest.models.luma.batchWaitMs = 5;
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    expect((await openCatalogue({ ...repository, batches: true })).find('matte')?.batchWaitMs).toBe(5);
    expect((await open()).find('matte')?.batchWaitMs).toBeUndefined();
  });

  const lumaAt192 = (file: string) => ({
    name: 'luma-192',
    file,
    precision: 'fp32',
    weights: expect.stringMatching(/^[0-9a-f]{64}$/),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 192, 192, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 192, 192] }],
    maxBatch: 4,
  });

  it('serves a medium pass from the same file', async () => {
    const manifest = await readManifest(repository.manifestPath);
    manifest.models.luma.passes = { medium: { sidePx: 192, whenUnknown: 0.2, cost: 'half a run' } };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    const catalogue = await open();
    const [full, medium] = catalogue.models;
    expect(full).toMatchObject({ name: 'luma', passes: { medium: { model: 'luma-192', whenUnknown: 0.2 } } });
    expect(medium).toEqual(lumaAt192(full.file));
    expect(catalogue.find('luma-192')).toBe(medium);
    expect(catalogue.find('matte')).toBe(full);
  });

  it('serves a low pass from the same file, once where the medium pass has its size', async () => {
    const manifest = await readManifest(repository.manifestPath);
    const low = { sidePx: 128, cost: 'a quarter of a run' };
    manifest.models.luma.passes = { low };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    const [full, lower] = (await open()).models;
    expect(full).toMatchObject({ name: 'luma', passes: { low: { model: 'luma-128' } } });
    expect(lower).toMatchObject({ name: 'luma-128', file: full.file });
    manifest.models.luma.passes = { low, medium: { ...low, whenUnknown: 0.2 } };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    expect((await open()).models.filter(({ name }) => name === 'luma-128')).toHaveLength(1);
  });

  it('serves a low pass with its chooser', async () => {
    const manifest = await readManifest(repository.manifestPath);
    const chooser = { model: 'matte', whenUnknown: 0.1 };
    manifest.models.luma.passes = { low: { sidePx: 192, chooser, cost: 'half a run' } };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    const catalogue = await open();
    const [full, low] = catalogue.models;
    expect(full).toMatchObject({ name: 'luma', passes: { low: { model: 'luma-192', chooser } } });
    expect(low).toEqual(lumaAt192(full.file));
    expect(catalogue.find('luma-192')).toBe(low);
    expect(catalogue.find('matte')).toBe(full);
  });

  it('leaves an optional network out whose weights are not there, and no pass asks for it', async () => {
    const manifest = await readManifest(repository.manifestPath);
    const { luma } = manifest.models;
    const chooser = { model: 'matte', whenUnknown: 0.1 };
    const low = { sidePx: 192, chooser, completer: { model: 'completer' }, cost: 'half a run' };
    const review = { critic: { model: 'completer' }, cost: 'a hundredth of a run' };
    manifest.models = { luma: { ...luma, passes: { low, review } }, extra: { ...luma, optional: true } };
    manifest.roles.completer = 'extra';
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    const without = await open();
    expect(without.leftOut).toEqual(['extra']);
    expect(without.models.map(({ name }) => name)).toEqual(['luma', 'luma-192']);
    expect(without.find('completer')).toBeUndefined();
    expect(without.find('matte')?.passes).toEqual({ low: { model: 'luma-192', chooser }, review: {} });
    await ensureModels(repository);
    const whole = await open();
    expect(whole.leftOut).toEqual([]);
    expect(whole.find('completer')).toBe(whole.find('extra'));
    expect(whole.find('matte')?.passes?.low?.completer).toEqual({ model: 'completer' });
    expect(whole.find('matte')?.passes?.review).toEqual({ critic: { model: 'completer' } });
  });

  it('serves a network with its encoder, and leaves it out where that is missing', async () => {
    const manifest = await readManifest(repository.manifestPath);
    const { luma } = manifest.models;
    manifest.models = {
      luma,
      points: { ...luma, encoder: 'eyes', optional: true },
      eyes: { ...luma, optional: true, preparedSha256: luma.source.sha256 },
    };
    manifest.roles.points = 'points';
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    await ensureModels(repository);
    const catalogue = await open();
    const eyes = path.resolve(preparedPath(repository.modelsDirectory, 'eyes'));
    const points = catalogue.find('points');
    expect(points).toMatchObject({
      file: path.resolve(preparedPath(repository.modelsDirectory, 'points')),
      encoder: { file: eyes, precision: 'fp32', inputs: ['image'], outputs: ['matte'] },
    });
    // Nobody else reaches an encoder, and both files count for what makes an answer.
    expect(catalogue.find('eyes')).toBeUndefined();
    expect(points?.weights).toMatch(/^[0-9a-f]{64}$/);
    expect(points?.weights).not.toBe(luma.source.sha256);
    await unlink(eyes);
    const without = await open();
    expect(without.leftOut).toEqual(['points']);
    expect(without.find('points')).toBeUndefined();
  });

  it('finds what blends passes by its former name, for one release', async () => {
    const manifest = await readManifest(repository.manifestPath);
    manifest.roles['pass-chooser'] = 'luma';
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    const catalogue = await open();
    expect(catalogue.find('look-chooser')).toBe(catalogue.find('luma'));
    expect(catalogue.find('look-chooser')).toBeDefined();
  });

  it('serves the file of the precision that was chosen, in both passes', async () => {
    const manifest = await readManifest(repository.manifestPath);
    manifest.models.luma.passes = { low: { sidePx: 192, cost: 'half a run' } };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    const openInt8 = () => openCatalogue({ ...repository, precision: () => 'int8' });
    await expect(openInt8()).rejects.toThrow(/no .*int8\.onnx of luma\. Make it with npm run models -- fetch/);
    const file = derivedPath(repository.modelsDirectory, 'luma', 'int8');
    await writeFile(file, 'its integers');
    const { models } = await openInt8();
    expect(models.map((model) => [model.file, model.precision])).toEqual([
      [path.resolve(file), 'int8'],
      [path.resolve(file), 'int8'],
    ]);
  });

  it('brings the stored answer of weights of the same source, and no other', async () => {
    const { models } = await readManifest(repository.manifestPath);
    const answer = { source: models.luma.source.sha256, inputs: { image: [1, 8, 8, 3] }, outputs: { matte: [1, 2] } };
    const file = answerPath(repository.manifestPath, 'luma');
    await mkdir(path.dirname(file));
    await writeFile(file, JSON.stringify(answer));
    expect((await open()).find('luma')?.answer).toEqual(answer);
    await writeFile(file, JSON.stringify({ ...answer, source: '0'.repeat(64) }));
    expect((await open()).find('luma')?.answer).toBeUndefined();
    await writeFile(file, '{"source":1}');
    await expect(open()).rejects.toThrow(`The stored answer ${file} cannot be read`);
  });

  it.each(['classifier', '', '__proto__', 'constructor'])('knows no %j', async (name) => {
    expect((await open()).find(name)).toBeUndefined();
  });

  it('says in one line which weights are missing and what to do', async () => {
    const file = preparedPath(repository.modelsDirectory, 'luma');
    await unlink(file);
    await expect(open()).rejects.toThrow(
      `The weights of luma are missing: there is no ${file}. Fetch them with npm run models -- fetch`,
    );
  });

  it('notices a file that is not whole', async () => {
    await truncate(preparedPath(repository.modelsDirectory, 'luma'), 10);
    await expect(open()).rejects.toThrow(/The weights of luma are damaged: .* has 10 bytes where \d+ were prepared/);
  });

  it('says which manifest cannot be read', async () => {
    await expect(
      openCatalogue({ manifestPath: path.join(directory, 'none.json'), modelsDirectory: directory }),
    ).rejects.toThrow('none.json');
  });
});
