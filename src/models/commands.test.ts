import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../test/models/directory.ts';
import { writeTestRepository } from '../../test/models/tiny.ts';
import { runModelsCommand } from './commands.ts';
import { preparedPath } from './manifest.ts';

const directory = useTemporaryDirectory();
let environment: NodeJS.ProcessEnv;
let file: string;

beforeEach(async () => {
  const { manifestPath, modelsDirectory } = await writeTestRepository(directory());
  environment = { MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory };
  file = preparedPath(modelsDirectory, 'luma');
});

async function run(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runModelsCommand(argv, {
    environment,
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    runOnce: () => Promise.reject(new Error('Nothing is run here')),
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

  it('verifies, with exit code 1 when something is wrong', async () => {
    expect(await run('verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^luma {2}is good, SHA-256 /) });
    await writeFile(file, 'damaged');
    expect(await run('verify', 'luma')).toMatchObject({
      code: 1,
      out: expect.stringContaining('npm run models -- fetch'),
    });
  });

  it.each([['list'], ['fetch'], ['verify']])('explains %s', async (command) => {
    const { code, out } = await run(command, '--help');
    expect(code).toBe(0);
    expect(out.startsWith(`npm run models -- ${command}`)).toBe(true);
    expect(out).toContain('MODELS_DIR');
  });

  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('fetch and prepare') });
    expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('fetch and prepare') });
  });

  it.each([
    [['toString'], 'There is no command toString'],
    [['fetch', '--force'], "Unknown option '--force'"],
  ])('refuses %j', async (argv, message) => {
    expect(await run(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it('reports a failure in one line', async () => {
    expect(await run('fetch', 'lumen')).toEqual({
      code: 1,
      out: '',
      err: 'There is no model lumen in the manifest: use one of luma\n',
    });
  });
});
