/** Copies of the project in which an exercise can be tried: sources and tests, with the packages of this one. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProject, projectRoot } from '../../src/start/root.ts';

/** What a copy does without: what is made or fetched. */
const left = /^(node_modules|dist|\.git|\.edgematte|\.wrangler)(\/|$)|\.onnx$/;

export interface Ran {
  readonly status: number;
  /** What it printed, errors included. */
  readonly output: string;
}

export interface Copy {
  /** Applies a patch of git. @param without path of a file that is left as it is */
  apply(patch: string, without?: string): Promise<Ran>;
  /** All three type checks, up to the first that fails. */
  types(): Promise<Ran>;
  /** The unit tests of these folders and files, in Node. What they hold as a file is written anew. */
  unitTests(...of: string[]): Promise<Ran>;
  /** A TypeScript file of the copy. */
  run(file: string): Promise<Ran>;
  remove(): void;
}

/** Makes a copy in a folder of its own; the caller removes it. */
export function copyProject(): Copy {
  const root = mkdtempSync(path.join(tmpdir(), 'edgematte-exercise-'));
  const wanted = (file: string) => !left.test(path.relative(projectRoot, file).replaceAll(path.sep, '/'));
  cpSync(projectRoot, root, { recursive: true, filter: wanted });
  symlinkSync(inProject('node_modules'), path.join(root, 'node_modules'));

  const node = (script: string, ...flags: string[]) =>
    finish(root, process.execPath, [path.join('node_modules', script), ...flags]);
  return {
    apply: (patch, without) => finish(root, 'git', ['apply', ...(without ? [`--exclude=${without}`] : []), patch]),
    async types() {
      let last: Ran = { status: 0, output: '' };
      for (const config of ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.worker-tests.json']) {
        last = await node('typescript/bin/tsc', '--noEmit', '-p', config);
        if (last.status !== 0) break;
      }
      return last;
    },
    unitTests: (...of) => node('vitest/vitest.mjs', 'run', '--project', 'node', '--update=all', ...of),
    run: (file) => node('tsx/dist/cli.mjs', file),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function finish(cwd: string, program: string, flags: readonly string[]): Promise<Ran> {
  // What this test runner tells its children is not meant for another one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|GIT_)/.test(name)),
  );
  return new Promise((resolve) => {
    execFile(program, flags, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const status = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ status, output: `${stdout}${stderr}${error && status === 1 ? error.message : ''}` });
    });
  });
}
