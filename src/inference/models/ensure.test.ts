import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { startTestServer, type TestServer } from '../../../test/models/http-server.ts';
import { makePackage, registryEnvironment, startRegistry } from '../../../test/models/registry.ts';
import { tinyIsnet } from '../../../test/models/tiny-isnet.ts';
import { makeWheel, startIndex } from '../../../test/models/wheel.ts';
import { freePort } from '../../../testing/free-port.ts';
import { lumaModel, writeTestRepository } from '../../../testing/models/tiny.ts';
import { type EnsureOptions, ensureModels } from './ensure.ts';
import { prepareIsnet } from './isnet/recipe.ts';
import { type ModelDescription, preparedPath, readManifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import { readRecord } from './record.ts';
import { openWorkspace } from './workspace.ts';

const directory = useTemporaryDirectory();
const servers: TestServer[] = [];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A repository with nothing prepared, whose model is changed by `change`. */
async function emptyRepository(change: Partial<ModelDescription> = {}) {
  const repository = await writeTestRepository(directory());
  await rm(repository.modelsDirectory, { recursive: true });
  const manifest = await readManifest(repository.manifestPath);
  manifest.models.luma = { ...manifest.models.luma, ...change };
  await writeFile(repository.manifestPath, JSON.stringify(manifest));
  return repository;
}

const published = tinyIsnet();

describe('ensureModels', () => {
  it('copies and checks a local file', async () => {
    const repository = await emptyRepository();
    const [ensured] = await ensureModels(repository);
    expect(ensured).toMatchObject({
      name: 'luma',
      fetched: true,
      file: preparedPath(repository.modelsDirectory, 'luma'),
    });
    expect(Buffer.from(lumaModel()).equals(await readFile(ensured.file))).toBe(true);
    expect(await readRecord(repository.modelsDirectory, 'luma')).toEqual(ensured.record);
  });

  it('touches nothing when all is there', async () => {
    const repository = await writeTestRepository(directory());
    await rm(path.join(directory(), 'luma.onnx'));
    const events: Progress[] = [];
    const [ensured] = await ensureModels({ ...repository, onProgress: (event) => events.push(event) });
    expect(ensured.fetched).toBe(false);
    expect(events).toEqual([]);
  });

  it('makes a damaged model anew', async () => {
    const repository = await writeTestRepository(directory());
    await writeFile(preparedPath(repository.modelsDirectory, 'luma'), 'cut');
    const [ensured] = await ensureModels(repository);
    expect(ensured.fetched).toBe(true);
    expect(await readFile(ensured.file)).toHaveLength(lumaModel().length);
  });

  it('makes a model anew whose content has changed, says so, and hashes what is good once', async () => {
    const repository = await writeTestRepository(directory());
    const file = preparedPath(repository.modelsDirectory, 'luma');
    const changed: string[] = [];
    const ensure = () => ensureModels({ ...repository, onChanged: (line) => changed.push(line) });
    await ensure();
    const good = await readFile(file);
    const other = Buffer.from(good);
    other[other.length - 1] ^= 1;
    await writeFile(file, other);
    await utimes(file, 1, 1);
    const [ensured] = await ensure();
    expect(ensured.fetched).toBe(true);
    expect(changed).toEqual([`The weights of luma are no longer what was prepared (${file}); they are made anew`]);
    expect(good.equals(await readFile(file))).toBe(true);
    await utimes(file, 2, 2);
    await ensure();
    // What has the time and size of a file that was found good is believed: nothing is read.
    await writeFile(file, other);
    await utimes(file, 2, 2);
    expect((await ensure())[0].fetched).toBe(false);
  });

  it('refuses changed content that cannot be made anew, in one line', async () => {
    const repository = await writeTestRepository(directory());
    const file = preparedPath(repository.modelsDirectory, 'luma');
    await writeFile(
      file,
      (await readFile(file)).map((byte) => byte ^ 1),
    );
    await rm(path.join(directory(), 'luma.onnx'));
    await expect(ensureModels(repository)).rejects.toThrow(/^[^\n]*luma[^\n]*$/);
  });

  it('fetches from npm, prepares and publishes, and says how far it is', async () => {
    const made = await makePackage(directory(), published, 500);
    const registry = await startRegistry(made);
    servers.push(registry);
    const served = prepareIsnet(published);
    const repository = await emptyRepository({
      source: made.source,
      preparation: 'isnet-uint8-fp32',
      preparedSha256: sha256(served),
    });
    const events: Progress[] = [];
    const [ensured] = await ensureModels({
      ...repository,
      environment: registryEnvironment(directory(), registry.url),
      onProgress: (event) => events.push(event),
    });
    expect(Buffer.from(served).equals(await readFile(ensured.file))).toBe(true);
    expect(ensured.record).toEqual({
      sha256: sha256(served),
      bytes: served.length,
      preparation: 'isnet-uint8-fp32',
      source: { kind: 'npm', sha256: sha256(published), from: 'made-up-weights@1.2.3 /models/tiny' },
    });
    expect(new Set(events.map(({ step }) => step))).toEqual(new Set(['fetch', 'prepare', 'ready']));
    expect(events.at(-1)).toEqual({
      model: 'luma',
      step: 'ready',
      doneBytes: served.length,
      totalBytes: served.length,
    });
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
  });

  it('fetches from a wheel of the index that the environment names', async () => {
    const made = makeWheel(lumaModel());
    const index = await startIndex(made);
    servers.push(index);
    const repository = await emptyRepository({ source: made.source });
    const [ensured] = await ensureModels({ ...repository, environment: { PIP_INDEX_URL: index.indexUrl } });
    expect(Buffer.from(lumaModel()).equals(await readFile(ensured.file))).toBe(true);
    const from = 'Made_Up==1.2.3 made_up/weights/tiny.onnx';
    expect(ensured.record.source).toEqual({ kind: 'wheel', sha256: made.source.sha256, from });
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
  });

  it('leaves an optional network out whose index does not answer, with the way out, and tries again', async () => {
    const made = makeWheel(lumaModel());
    const index = await startIndex(made);
    const repository = await writeTestRepository(directory());
    const manifest = await readManifest(repository.manifestPath);
    const extra = { ...manifest.models.luma, source: made.source, optional: true as const };
    const roles = { ...manifest.roles, extra: 'extra' };
    await writeFile(
      repository.manifestPath,
      JSON.stringify({ ...manifest, roles, models: { ...manifest.models, extra } }),
    );
    const lines: string[] = [];
    const onLeftOut = (line: string) => lines.push(line);
    const away = { ...repository, environment: { PIP_INDEX_URL: `http://127.0.0.1:${await freePort()}/simple` } };
    expect((await ensureModels({ ...away, onLeftOut })).map(({ name }) => name)).toEqual(['luma']);
    expect(lines).toEqual([
      expect.stringMatching(
        /^Cannot fetch extra: Made_Up==1\.2\.3 .* PIP_INDEX_URL.*\. Calls are answered without extra meanwhile; the next start tries again$/,
      ),
    ]);
    // Who asks for it by name, or has nobody to say it to, needs it.
    for (const options of [{ ...away, onLeftOut, names: ['extra'] }, away])
      await expect(ensureModels(options)).rejects.toThrow('Cannot fetch extra');
    servers.push(index);
    const present = { ...repository, environment: { PIP_INDEX_URL: index.indexUrl }, onLeftOut };
    expect((await ensureModels(present)).map(({ name, fetched }) => [name, fetched])).toEqual([
      ['luma', false],
      ['extra', true],
    ]);
    expect(lines).toHaveLength(1);
  });

  it('no longer counts an optional network as there whose content changed and cannot be made anew', async () => {
    const repository = await writeTestRepository(directory());
    const manifest = await readManifest(repository.manifestPath);
    const extra = { ...manifest.models.luma, optional: true as const };
    const roles = { ...manifest.roles, extra: 'extra' };
    await writeFile(
      repository.manifestPath,
      JSON.stringify({ ...manifest, roles, models: { ...manifest.models, extra } }),
    );
    await ensureModels(repository);
    const file = preparedPath(repository.modelsDirectory, 'extra');
    await writeFile(
      file,
      (await readFile(file)).map((byte) => byte ^ 1),
    );
    await rm(path.join(directory(), 'luma.onnx'));
    expect(await ensureModels({ ...repository, onLeftOut: () => {} })).toHaveLength(1);
    expect(await readRecord(repository.modelsDirectory, 'extra')).toBeUndefined();
  });

  it('starts anew after a broken download and leaves nothing of it', async () => {
    let attempts = 0;
    const server = await startTestServer((_request, response) => {
      attempts++;
      response.writeHead(200, { 'content-length': published.length });
      if (attempts === 1) response.write(published.subarray(0, 500), () => response.destroy());
      else response.end(published);
    });
    servers.push(server);
    const url = `${server.url}/tiny.onnx`;
    const repository = await emptyRepository({
      source: { kind: 'https', url, bytes: published.length, sha256: sha256(published) },
    });
    await expect(ensureModels(repository)).rejects.toThrow(
      /^Cannot fetch luma: http:.* is out of reach \(.*\)\. Check the network, .* the command again$/,
    );
    expect(await readdir(repository.modelsDirectory)).toEqual([]);
    const [ensured] = await ensureModels(repository);
    expect(ensured.record.sha256).toBe(sha256(published));
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
  });

  it('sweeps what a killed run left', async () => {
    const repository = await writeTestRepository(directory());
    const left = path.join(repository.modelsDirectory, '.partial-luma-999999999-abcdef');
    await mkdir(left);
    await writeFile(path.join(left, 'package.tgz'), 'half of it');
    await ensureModels(repository);
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
  });

  it('keeps the model that is there when its successor cannot be fetched', async () => {
    const repository = await writeTestRepository(directory());
    const manifest = await readManifest(repository.manifestPath);
    manifest.models.luma.source = { kind: 'file', path: 'luma.onnx', sha256: 'a'.repeat(64) };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    await expect(ensureModels(repository)).rejects.toThrow('Refused the file from luma.onnx');
    expect(await readFile(preparedPath(repository.modelsDirectory, 'luma'))).toHaveLength(lumaModel().length);
  });

  it('takes two at once', async () => {
    const repository = await emptyRepository();
    const both = await Promise.all([ensureModels(repository), ensureModels(repository)]);
    expect(both.map(([ensured]) => ensured.record.sha256)).toEqual([sha256(lumaModel()), sha256(lumaModel())]);
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
  });
});

describe('ensureModels says in one line what to do when', () => {
  /** The superuser may write everywhere: nobody may not. */
  const asNobody = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (process.geteuid?.() !== 0) return work();
    process.seteuid?.(65_534);
    return work().finally(() => process.seteuid?.(0));
  };
  const failure = async (options: EnsureOptions, names?: string[]) => {
    const error = await ensureModels({ ...options, names }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof Error)) throw new Error('Expected a failure');
    expect(error.message).not.toContain('\n');
    return error.message;
  };

  it('the name is unknown', async () => {
    expect(await failure(await emptyRepository(), ['lumen'])).toBe(
      'There is no model lumen in the manifest: use one of luma',
    );
  });

  it('the local file is not there', async () => {
    const source = { kind: 'file' as const, path: 'absent.onnx', sha256: 'a'.repeat(64) };
    expect(await failure(await emptyRepository({ source }))).toBe(
      `Cannot read ${path.join(directory(), 'absent.onnx')}: check the path`,
    );
  });

  it('nobody listens at the address', async () => {
    // A port that no system gives to who asks for any, and that no service has.
    const source = { kind: 'https' as const, url: 'http://127.0.0.1:2/x', bytes: 1, sha256: 'a'.repeat(64) };
    expect(await failure(await emptyRepository({ source }))).toMatch(
      /^Cannot fetch luma: .* is out of reach \(.*ECONNREFUSED.*\)\. Check the network/,
    );
  });

  it('nobody listens at the index, without its password', async () => {
    const repository = await emptyRepository({ source: makeWheel(lumaModel()).source });
    const message = await failure({
      ...repository,
      environment: { PIP_INDEX_URL: 'http://some:password@127.0.0.1:2' },
    });
    expect(message).toMatch(
      /^Cannot fetch luma: Made_Up==1\.2\.3 .* is out of reach \(.*ECONNREFUSED.*\)\. Check the network, .*PIP_INDEX_URL/,
    );
    expect(message).not.toContain('password');
  });

  it('the recipe is for another network', async () => {
    expect(await failure(await emptyRepository({ preparation: 'isnet-uint8-fp32' }))).toBe(
      'Cannot prepare luma from luma.onnx: This graph has no output: it is not the IS-Net export',
    );
  });

  it('the recipe gives another file than the manifest says', async () => {
    await writeFile(path.join(directory(), 'tiny.onnx'), published);
    const source = { kind: 'file' as const, path: 'tiny.onnx', sha256: sha256(published) };
    const repository = await emptyRepository({
      source,
      preparation: 'isnet-uint8-fp32',
      preparedSha256: 'b'.repeat(64),
    });
    expect(await failure(repository)).toMatch(
      /^Preparation isnet-uint8-fp32 of luma gave SHA-256 [0-9a-f]{64} and the manifest says b{64}\. Correct/,
    );
    expect(await readdir(repository.modelsDirectory)).toEqual([]);
  });

  it('the folder cannot be written', async () => {
    const repository = await emptyRepository();
    await mkdir(repository.modelsDirectory);
    await chmod(repository.modelsDirectory, 0o555);
    await chmod(directory(), 0o755);
    expect(await asNobody(() => failure(repository))).toMatch(/^Cannot store luma: .*writable or set MODELS_DIR/);
  });

  it('the models directory is a file', async () => {
    const repository = await emptyRepository();
    await writeFile(repository.modelsDirectory, '');
    await expect(openWorkspace(repository.modelsDirectory, 'luma')).rejects.toThrow();
    expect(await failure(repository)).toMatch(/^Cannot read the choices .*: ENOTDIR/);
  });
});
