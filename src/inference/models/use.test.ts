import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { startTestServer, type TestServer } from '../../../test/models/http-server.ts';
import {
  blockPicture,
  expectedMatte,
  expectedMovedMatte,
  type TinyChoices,
  tinyBirefnet,
  tinyPreparation,
} from '../../../test/models/tiny-birefnet.ts';
import { type TestRepository, writeTestRepository } from '../../../testing/models/tiny.ts';
import { openCatalogue } from '../catalogue.ts';
import { runOnceWith } from '../run-once.ts';
import { readChoices } from './choices.ts';
import { runModels } from './commands.ts';
import { preparedPath, readManifest } from './manifest.ts';
import type { RunOnce } from './trial.ts';

const directory = useTemporaryDirectory();
const { widthPx, heightPx } = tinyPreparation.input;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** One thread: other tests run beside. */
const settings = { INFERENCE_THREADS: '1' };
const runOnce = runOnceWith(settings, () => {});

let repository: TestRepository;
let server: TestServer;
let served: Uint8Array;
/** What the machine has. */
let memoryBytes: number;

beforeEach(async () => {
  memoryBytes = 2 ** 40;
  repository = await writeTestRepository(directory());
  const manifest = await readManifest(repository.manifestPath);
  const offer = { purpose: 'BiRefNet for tests', preparation: tinyPreparation, licence: 'MIT', card: 'tiny.md' };
  await writeFile(repository.manifestPath, JSON.stringify({ ...manifest, offers: { 'birefnet-lite': offer } }));
  served = tinyBirefnet();
  server = await startTestServer((request, response) => {
    if (request.url === '/model.onnx') response.end(served);
    else response.writeHead(404).end();
  });
});
afterEach(() => server.close());

async function run(...argv: string[]) {
  return runIn(runOnce, ...argv);
}

/** The same in another runtime. */
async function runIn(runOnce: RunOnce, ...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runModels(argv, {
    environment: { ...settings, MODELS_MANIFEST: repository.manifestPath, MODELS_DIR: repository.modelsDirectory },
    print: (text) => out.push(`${text}\n`),
    complain: (text) => err.push(`${text}\n`),
    progress: { write: (text) => out.push(text) },
    runOnce,
    memoryBytes,
  });
  return { code, out: out.join(''), err: err.join('') };
}

const matteOf = async () => (await openCatalogue(repository)).find('matte');

/** The largest distance of the served matte from the formula, in steps of 255. */
async function distanceFromFormula(
  formula: (picture: Uint8Array) => Float64Array = expectedMatte,
  width = widthPx,
  height = heightPx,
): Promise<number> {
  const picture = blockPicture(width, height);
  const expected = formula(picture);
  const model = await matteOf();
  if (!model) throw new Error('Nobody plays the matte');
  const input = { name: 'image', datatype: 'UINT8', shape: [1, height, width, 3], data: picture };
  const {
    answer: { data },
  } = await runOnce(model.file, input, 'matte');
  return data.reduce((largest, value, at) => Math.max(largest, Math.abs(value - expected[at])), 0);
}

describe('npm run models -- use', () => {
  it.each<[what: string, choices: TinyChoices]>([
    ['fixed', {}],
    ['open', { isOpen: true }],
  ])('takes a network of %s size from a server and serves what its formula says', async (_what, choices) => {
    served = tinyBirefnet(choices);
    const { code, out, err } = await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.match(/fetching/g)).toHaveLength(1);
    expect(out).toContain(`birefnet-lite  SHA-256 ${sha256(served)} is pinned now\n`);
    expect(out).toMatch(
      /birefnet-lite {2}makes the mattes now \(trial run \d+\.\d s, \d+\.\d s of processor time, memory up to \d+\.\d MB\)\. Start the service again\n$/,
    );
    expect(await matteOf()).toMatchObject({ name: 'birefnet-lite', inputs: [{ shape: [-1, heightPx, widthPx, 3] }] });
    expect(await distanceFromFormula()).toBeLessThanOrEqual(0.501);
  });

  it('takes a file, whose hash may be given, and float16', async () => {
    const file = path.join(directory(), 'model.onnx');
    await writeFile(file, served);
    const argv = ['use', 'birefnet-lite', '--from', file, '--sha256', sha256(served), '--precision', 'fp16'];
    expect(await run(...argv)).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('pinned') });
    expect(await distanceFromFormula()).toBeLessThanOrEqual(0.75);
    expect((await readFile(preparedPath(repository.modelsDirectory, 'birefnet-lite'))).includes('weight/half')).toBe(
      true,
    );
  });

  it('says so where a run takes longer than a call may', async () => {
    const slow: RunOnce = async (...run) => ({ ...(await runOnce(...run)), runMs: 55_100 });
    const { code, out } = await runIn(slow, 'use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect(code).toBe(0);
    expect(out).toContain('birefnet-lite  Every call will be 503: a run took 55.1 s here, and calls end after 55.0 s.');
  });

  it('keeps the project as it is: the choice is beside the weights', async () => {
    const before = await readFile(repository.manifestPath, 'utf8');
    await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect(await readFile(repository.manifestPath, 'utf8')).toBe(before);
    expect((await readdir(repository.modelsDirectory)).sort()).toEqual(['birefnet-lite', 'choices.json', 'luma']);
    const { roles, models } = await readChoices(repository.modelsDirectory);
    expect(roles).toEqual({ matte: 'birefnet-lite' });
    expect(models['birefnet-lite'].source).toEqual({
      kind: 'https',
      url: `${server.url}/model.onnx`,
      bytes: served.length,
      sha256: sha256(served),
    });
  });

  it('is seen by list, verify and fetch, which makes a lost file again', async () => {
    const offer = 'birefnet-lite\n  BiRefNet for tests\n  state    offered: npm run models -- use birefnet-lite --from';
    expect((await run('list')).out).toContain(offer);
    await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect((await run('list')).out).not.toContain('offered');
    expect((await run('list')).out).toContain('birefnet-lite  (matte)\n  BiRefNet for tests\n  state    ready');
    expect(await run('verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^birefnet-lite {2}is good/) });
    await rm(path.join(repository.modelsDirectory, 'birefnet-lite'), { recursive: true });
    expect(await run('fetch')).toMatchObject({ code: 0, out: expect.stringContaining('birefnet-lite  ready') });
    expect(await distanceFromFormula()).toBeLessThanOrEqual(0.501);
  });

  it('goes back to the default, and forth again without asking for the source', async () => {
    await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect(await run('use', 'luma')).toMatchObject({ code: 0, err: '' });
    expect((await readChoices(repository.modelsDirectory)).roles).toEqual({});
    expect((await run('use', 'other')).err).toBe('There is no network other: use one of birefnet-lite, luma\n');
    expect(await matteOf()).toMatchObject({ name: 'luma' });
    const asked = server.requests.length;
    expect(await run('use', 'birefnet-lite')).toMatchObject({ code: 0, err: '' });
    expect(server.requests).toHaveLength(asked);
    expect(await matteOf()).toMatchObject({ name: 'birefnet-lite' });
  });

  it('serves it beside the network of the mattes, by its own name', async () => {
    const { code, out } = await run('use', 'birefnet-lite', '--beside', '--from', `${server.url}/model.onnx`);
    expect(code).toBe(0);
    expect(out).toContain('birefnet-lite  is served beside the network of the mattes (trial run');
    const catalogue = await openCatalogue(repository);
    const names = ['matte', 'birefnet-lite'].map((name) => catalogue.find(name)?.name);
    expect(names).toEqual(['luma', 'birefnet-lite']);
  });

  it('changes the precision of a network whose source it knows', async () => {
    await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect(await run('use', 'birefnet-lite', '--precision', 'fp16')).toMatchObject({ code: 0, err: '' });
    expect(await distanceFromFormula()).toBeLessThanOrEqual(0.75);
  });

  describe('with --precision int8', () => {
    const argv = () => ['use', 'birefnet-lite', '--precision', 'int8', '--from', `${server.url}/model.onnx`];
    const int8Of = async () => (await readChoices(repository.modelsDirectory)).models['birefnet-lite'].precisions?.int8;

    it('keeps integers beside float32 where mattes agree, also when it is used again', async () => {
      served = tinyBirefnet({ products: 'exact' });
      const { code, out } = await run(...argv());
      expect(code).toBe(0);
      expect(out).toMatch(
        /birefnet-lite {2}int8 is kept, .*: overlap with fp32 at least (1\.0000|0\.99\d\d), on \w+, in/,
      );
      expect(await int8Of()).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
      const precision = () => 'int8' as const;
      expect((await openCatalogue({ ...repository, precision })).find('matte')).toMatchObject({ precision: 'int8' });
      expect((await run('use', 'birefnet-lite')).out).toContain('int8 is kept');
      await rm(path.join(repository.modelsDirectory, 'birefnet-lite'), { recursive: true });
      await run('fetch');
      expect((await openCatalogue({ ...repository, precision })).find('matte')).toMatchObject({ precision: 'int8' });
      await run('use', 'birefnet-lite', '--precision', 'fp32');
      expect(await int8Of()).toBeUndefined();
    });

    it('keeps none where they do not', async () => {
      served = tinyBirefnet({ products: 'lost' });
      const { code, out } = await run(...argv());
      expect(code).toBe(0);
      expect(out).toMatch(
        /int8 is not kept, as 0\.99 is asked: overlap with fp32 at least 0\.[0-8]\d\d\d, on \w+\. It stays in fp32/,
      );
      expect(await int8Of()).toBeUndefined();
      const files = await readdir(path.join(repository.modelsDirectory, 'birefnet-lite'));
      expect(files.sort()).toEqual(['model.json', 'model.onnx']);
    });

    it('says so where the network has no matrix of weights', async () => {
      expect((await run(...argv())).out).toContain('birefnet-lite  has no matrix of weights that int8 would be for');
      expect(await int8Of()).toBeUndefined();
    });
  });

  it('makes the passes that its entry says, and else none', async () => {
    const passes = async () => (await readChoices(repository.modelsDirectory)).models['birefnet-lite'].passes;
    await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    expect(await passes()).toBeUndefined();
    const manifest = await readManifest(repository.manifestPath);
    manifest.offers['birefnet-lite'].passes = { closeUp: { whenSmaller: 0.5, whenUnknown: 0.1, cost: 'a run' } };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    await run('use', 'birefnet-lite');
    expect(await passes()).toEqual({ closeUp: { whenSmaller: 0.5, whenUnknown: 0.1, cost: 'a run' } });
  });

  describe('a network whose deformable convolutions are spelled out', () => {
    const distance = () => distanceFromFormula((picture) => expectedMovedMatte(picture, widthPx));
    const preparedFile = () => readFile(preparedPath(repository.modelsDirectory, 'birefnet-lite'));
    /** A runtime without the operator. */
    const without: RunOnce = async (file, ...others) => {
      if ((await readFile(file)).includes('DeformConv')) throw new Error('DeformConv(19) is not implemented');
      return runOnce(file, ...others);
    };
    beforeEach(() => {
      served = tinyBirefnet({ deforms: true });
    });

    it('is made of operators, and made so again where it was lost', async () => {
      const { code, err, out } = await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).not.toContain('spelled out');
      const prepared = await preparedFile();
      expect(prepared.includes('DeformConv')).toBe(true);
      expect(await distance()).toBeLessThanOrEqual(0.501);
      await rm(path.join(repository.modelsDirectory, 'birefnet-lite'), { recursive: true });
      expect(await run('fetch')).toMatchObject({ code: 0 });
      expect(prepared.equals(await preparedFile())).toBe(true);
    });

    it('stays as published where the runtime lacks the operator, which is said once, until it has it', async () => {
      const argv = ['use', 'birefnet-lite', '--from', `${server.url}/model.onnx`];
      const { code, err, out } = await runIn(without, ...argv);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out.match(/1 of 1 deformable convolutions stay spelled out, since the runtime/g)).toHaveLength(1);
      expect((await preparedFile()).includes('GatherND')).toBe(true);
      expect(await distance()).toBeLessThanOrEqual(0.501);
      const asked = server.requests.length;
      expect(await runIn(without, 'use', 'birefnet-lite')).toMatchObject({ code: 0, err: '' });
      expect(server.requests).toHaveLength(asked);
      expect(await run('use', 'birefnet-lite')).toMatchObject({ code: 0, err: '' });
      expect((await preparedFile()).includes('DeformConv')).toBe(true);
    });
  });

  it('does not need the weights of the network that it replaced', async () => {
    await run('use', 'birefnet-lite', '--from', `${server.url}/model.onnx`);
    await rm(path.join(repository.modelsDirectory, 'luma'), { recursive: true });
    expect((await openCatalogue(repository)).models).toHaveLength(1);
  });
});

describe('a network that somebody brings, by an entry in the manifest', () => {
  const { mean, std } = tinyPreparation.input;
  const plain = { mean: [0, 0, 0] as [number, number, number], std: [1, 1, 1] as [number, number, number] };
  it.each<[what: string, sidePx: number, normalised: typeof plain, file: TinyChoices, output: string]>([
    ['as U²-Net is', 320, { mean, std }, { inputName: 'input.1', outputName: '1959', isActivated: true }, '1959'],
    ['as BiRefNet is', 256, { mean, std }, {}, 'output_image'],
    ['that is a plain sigmoid', 512, plain, { isOpen: true, inputName: 'x', outputName: 'y', isActivated: true }, 'y'],
  ])('%s', async (_what, sidePx, normalised, file, name) => {
    const manifest = await readManifest(repository.manifestPath);
    const preparation = {
      ...tinyPreparation,
      input: { widthPx: sidePx, heightPx: sidePx, ...normalised },
      output: { name, activation: 'sigmoid' as const },
    };
    manifest.offers.mine = { purpose: 'Of a test', preparation, licence: 'MIT', card: 'mine.md' };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    served = tinyBirefnet({ widthPx: sidePx, heightPx: sidePx, ...file });
    const { code, err } = await run('use', 'mine', '--from', `${server.url}/model.onnx`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await matteOf()).toMatchObject({ name: 'mine', inputs: [{ shape: [-1, sidePx, sidePx, 3] }] });
    const formula = (picture: Uint8Array) => expectedMatte(picture, normalised);
    expect(await distanceFromFormula(formula, sidePx, sidePx)).toBeLessThanOrEqual(0.501);
  });
});

describe('an offer that names its source', () => {
  /** Writes what the manifest says of the file on the test's own server. */
  async function offerSource(change: { readonly bytes?: number; readonly sha256?: string } = {}): Promise<void> {
    const manifest = await readManifest(repository.manifestPath);
    const read = 'the test';
    manifest.offers['birefnet-lite'].source = {
      ...{ kind: 'https', url: `${server.url}/model.onnx`, bytes: served.length, sha256: sha256(served) },
      readFrom: { url: read, bytes: read, sha256: read, licence: read },
      ...change,
    };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
  }

  it('is used by one word, and its terms, size and hash are said before a byte is fetched', async () => {
    await offerSource();
    const { code, out, err } = await run('use', 'birefnet-lite');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const terms = `birefnet-lite  licence: MIT (tiny.md); from ${server.url}/model.onnx, `;
    expect(out.startsWith(terms)).toBe(true);
    expect(out.split('\n')[0]).toMatch(new RegExp(`, \\d+\\.\\d MB, SHA-256 ${sha256(served)}$`));
    expect(out.indexOf('fetching')).toBeGreaterThan(terms.length);
    expect(out).not.toContain('pinned');
    expect(await matteOf()).toMatchObject({ name: 'birefnet-lite' });
    expect((await readChoices(repository.modelsDirectory)).models['birefnet-lite'].source).toEqual({
      kind: 'https',
      url: `${server.url}/model.onnx`,
      bytes: served.length,
      sha256: sha256(served),
    });
    expect(await distanceFromFormula()).toBeLessThanOrEqual(0.501);
  });

  it('is refused where another file comes, which is removed', async () => {
    await offerSource({ sha256: 'b'.repeat(64) });
    const { code, err } = await run('use', 'birefnet-lite');
    expect(code).toBe(1);
    expect(err).toMatch(/^Refused the file from http.*: its SHA-256 is [0-9a-f]{64} \(\d+ bytes\) instead of b{64}\./);
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
    expect(await matteOf()).toMatchObject({ name: 'luma' });
  });

  it('is refused where more comes than was said', async () => {
    await offerSource({ bytes: served.length - 1 });
    expect(await run('use', 'birefnet-lite')).toMatchObject({ code: 1, err: expect.stringContaining('it is larger') });
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
  });

  it('can be had from elsewhere', async () => {
    await offerSource({ sha256: 'b'.repeat(64) });
    const file = path.join(directory(), 'model.onnx');
    await writeFile(file, served);
    expect(await run('use', 'birefnet-lite', '--from', file)).toMatchObject({ code: 0, err: '' });
  });

  it('is listed with its size', async () => {
    await offerSource();
    expect((await run('list')).out).toMatch(/offered: \d+\.\d MB, npm run models -- use birefnet-lite\n/);
  });
});

describe('npm run models -- use says in one line, and changes nothing, when', () => {
  /** The line, after making sure that the matte is still whose it was. */
  async function refusal(...argv: string[]): Promise<string> {
    const { code, err } = await run('use', ...argv);
    expect(code).toBe(1);
    expect(err.trimEnd()).not.toContain('\n');
    expect(await matteOf()).toMatchObject({ name: 'luma' });
    expect(await readdir(repository.modelsDirectory)).toEqual(['luma']);
    return err.trimEnd();
  }
  const from = () => ['birefnet-lite', '--from', `${server.url}/model.onnx`];

  it('the name is unknown', async () => {
    expect(await refusal('birefnet')).toBe('There is no network birefnet: use one of birefnet-lite, luma');
    expect(await refusal('__proto__')).toMatch(/^There is no network __proto__/);
  });

  it('nobody said where the weights are', async () => {
    expect(await refusal('birefnet-lite')).toBe(
      'The weights of birefnet-lite are yours to bring: add --from with their URL or file (tiny.md)',
    );
  });

  it('options are given for a model of the manifest', async () => {
    expect(await refusal('luma', '--precision', 'fp16')).toBe(
      'The manifest says where luma comes from and how it is prepared: leave the options out',
    );
  });

  it('it is another file', async () => {
    expect(await refusal(...from(), '--sha256', 'a'.repeat(64))).toMatch(
      /^Refused the file from http.*: its SHA-256 is [0-9a-f]{64} \(\d+ bytes\) instead of a{64}\. Check the source/,
    );
    expect(await refusal(...from(), '--sha256', 'abc')).toBe(
      'Expected 64 lowercase hexadecimal digits for --sha256 but received abc',
    );
  });

  it('it is another network', async () => {
    served = tinyBirefnet({ widthPx: 128 });
    expect(await refusal(...from())).toMatch(
      /^Cannot prepare birefnet-lite from http.*: Expected one picture as float \[N,3,64,96\] but the graph takes input_image float \[1,3,64,128\]$/,
    );
  });

  it('it is no network', async () => {
    served = Buffer.from('<html>Please log in</html>');
    expect(await refusal(...from())).toMatch(/: This file is not an ONNX model/);
  });

  it('it does not run', async () => {
    // Says that any size will do, and then halves and doubles it: odd ones come back larger.
    const manifest = await readManifest(repository.manifestPath);
    const input = { ...tinyPreparation.input, widthPx: 95 };
    manifest.offers['birefnet-lite'].preparation = { ...tinyPreparation, input };
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    served = tinyBirefnet({ isOpen: true });
    expect(await refusal(...from())).toMatch(/^Cannot prepare birefnet-lite from http.*95/);
  });

  it('all workers together would have more memory than there is', async () => {
    memoryBytes = 1e6;
    expect(await refusal(...from())).toMatch(
      /^birefnet-lite takes more memory than there is: \d+\.\d MB, and the limit here is 1\.0 MB\. Raise the container's limit or take another network$/,
    );
  });

  it('the system ends the run', async () => {
    const ended: RunOnce = () => Promise.reject(new Error('the process of the run was ended by SIGKILL'));
    const { code, err } = await runIn(ended, 'use', ...from());
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^Cannot prepare birefnet-lite .* SIGKILL\n$/),
    });
  });

  it('the server does not have it', async () => {
    expect(await refusal('birefnet-lite', '--from', `${server.url}/other.onnx`)).toMatch(/the server answered 404/);
  });

  it('the file is not there', async () => {
    const file = path.join(directory(), 'absent.onnx');
    expect(await refusal('birefnet-lite', '--from', file)).toBe(`Cannot read ${file}: check the path`);
  });

  it('plain http would carry it unchecked, or the address is of another kind', async () => {
    expect(await refusal('birefnet-lite', '--from', 'http://models.example/m.onnx')).toBe(
      'Refused http://models.example/m.onnx: over plain http, name its hash with --sha256, or use an https URL',
    );
    expect(await refusal('birefnet-lite', '--from', 'ftp://models.example/m.onnx')).toBe(
      'Expected an https URL or a file for --from but received ftp://models.example/m.onnx',
    );
  });

  it('the network is no matte', async () => {
    const manifest = await readManifest(repository.manifestPath);
    manifest.models.luma.outputs = [{ name: 'view', datatype: 'FP32', shape: [-1, 2] }];
    await writeFile(repository.manifestPath, JSON.stringify(manifest));
    expect(await refusal('luma')).toMatch(/^luma is no matte network/);
  });
});

describe('the choices', () => {
  it('say which file is wrong and where', async () => {
    const file = path.join(repository.modelsDirectory, 'choices.json');
    await writeFile(file, '{');
    expect(await run('list')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Cannot read the choices ${file}`),
    });
    await writeFile(file, JSON.stringify({ roles: { matte: 'X' }, models: {} }));
    expect((await run('list')).err).toContain(`The choices ${file} are wrong at roles.matte: `);
    await writeFile(file, JSON.stringify({ roles: { matte: 'absent' }, models: {} }));
    expect((await run('list')).err).toBe(`The file ${file} gives role matte to absent, which it does not describe\n`);
  });
});
