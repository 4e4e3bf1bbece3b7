/** The generators that `.ci/install` makes, and how each makes a client and runs a program beside it. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../src/local/root.ts';
import { missingPackages } from '../../testing/needs.ts';

const execute = promisify(execFile);

export interface Generator {
  readonly name: string;
  /** Why it cannot be had here; null where it is installed. */
  readonly missing: string | null;
  /** How many calls its program makes that cost a credit. */
  readonly paidCalls: number;
  /**
   * Makes a client in a folder of its own, and has its program call every operation.
   * @returns the folder, with what the program left
   * @throws Error with what was printed where a step fails
   */
  call(base: string, key: string, photo: Buffer): Promise<string>;
}

const packages = inProject('dist/client-generators');
const python = inProject('dist/client-generators-python');
const programs = inProject('test/generated-clients/programs');
const tsx = inProject('node_modules/tsx/dist/cli.mjs');

/** Unmodified, with the settings that the guide names. */
export const generators: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    missing: missingPackages('python', 'dist/client-generators-python'),
    // One for each of the seven, and three kinds of bodies of clients of remove.bg.
    paidCalls: 10,
    async call(base, key, photo) {
      const folder = newFolder(python, photo, 'openapi_python_client.py');
      const words = ['generate', '--url', `${base}/openapi.json`, '--meta', 'none', '--output-path', 'generated'];
      await run(path.join(python, 'bin/openapi-python-client'), words, { cwd: folder });
      await run(path.join(python, 'bin/python'), ['-B', 'openapi_python_client.py'], callIn(folder, base, key));
      return folder;
    },
  },
  {
    name: 'datamodel-code-generator',
    missing: missingPackages('python', 'dist/client-generators-python'),
    paidCalls: 10,
    async call(base, key, photo) {
      const folder = newFolder(python, photo, 'datamodel_code_generator.py');
      const words = ['--url', `${base}/openapi.json`, '--allow-private-network', '--output', 'models.py'];
      const models = ['--input-file-type', 'openapi', '--output-model-type', 'pydantic_v2.BaseModel'];
      await run(path.join(python, 'bin/datamodel-codegen'), [...words, ...models], { cwd: folder });
      await run(path.join(python, 'bin/python'), ['-B', 'datamodel_code_generator.py'], callIn(folder, base, key));
      return folder;
    },
  },
  {
    name: 'openapi-typescript with openapi-fetch',
    missing: missingPackages('npm-packages', 'dist/client-generators'),
    paidCalls: 8,
    async call(base, key, photo) {
      const folder = newFolder(packages, photo, 'openapi-fetch.ts');
      const settings = ['--default-non-nullable', 'false', '--output', 'generated/types.ts'];
      await inNode(folder, 'openapi-typescript/bin/cli.js', [`${base}/openapi.json`, ...settings]);
      await compileAndRun(folder, 'openapi-fetch.ts', base, key);
      return folder;
    },
  },
  {
    name: '@hey-api/openapi-ts',
    missing: missingPackages('npm-packages', 'dist/client-generators'),
    paidCalls: 8,
    async call(base, key, photo) {
      const folder = newFolder(packages, photo, 'hey-api.ts');
      const words = ['--input', `${base}/openapi.json`, '--output', 'generated', '--plugins', '@hey-api/client-fetch'];
      await inNode(folder, '@hey-api/openapi-ts/bin/run.js', words);
      await compileAndRun(folder, 'hey-api.ts', base, key);
      return folder;
    },
  },
];

/** Compilers complain on standard output. */
async function run(program: string, words: readonly string[], settings: ExecFileOptions): Promise<void> {
  await execute(program, words, settings).catch((cause: Error & { readonly stdout?: string }) => {
    throw new Error(`${cause.message}\n${cause.stdout}`, { cause });
  });
}

/** Beside the packages, where Node finds them. */
function newFolder(inside: string, photo: Buffer, program: string): string {
  const folder = mkdtempSync(path.join(inside, 'client-'));
  writeFileSync(path.join(folder, 'photo.jpg'), photo);
  copyFileSync(path.join(programs, program), path.join(folder, program));
  return folder;
}

function callIn(folder: string, base: string, key: string) {
  return { cwd: folder, env: { ...process.env, BASE: base, EDGEMATTE_KEY: key } };
}

function inNode(folder: string, program: string, words: readonly string[]) {
  return run(process.execPath, [path.join(packages, 'node_modules', program), ...words], { cwd: folder });
}

/** What was generated for TypeScript is types above all: the program has to compile with them. */
async function compileAndRun(folder: string, program: string, base: string, key: string): Promise<void> {
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'];
  await inNode(folder, 'typescript/bin/tsc', [...strict, '--moduleResolution', 'bundler', '--types', 'node', program]);
  await run(process.execPath, [tsx, program], callIn(folder, base, key));
}
