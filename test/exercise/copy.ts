/** Copies of the project in which exercises can be tried: a repository of its sources and tests, with the packages of this one. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gitLines } from '../../scripts/repository/git.ts';
import { copyTree } from '../../scripts/repository/tree-copy.ts';
import { inProject, projectRoot } from '../../src/local/root.ts';

export interface Ran {
  readonly status: number;
  /** What it printed, errors included. */
  readonly output: string;
}

export interface Copy {
  /** Applies a patch of git. */
  apply(patch: string): Promise<Ran>;
  /** Takes what a patch did to one file back. */
  leaveOut(patch: string, file: string): Promise<Ran>;
  /** Applies a patch to one file. */
  putBack(patch: string, file: string): Promise<Ran>;
  /** All three type checks, up to the first that fails. */
  types(): Promise<Ran>;
  /** The type check of one source of the Workers and of what it imports. */
  typesFrom(file: string): Promise<Ran>;
  /** A file of unit tests, in Node or in the Workers runtime. */
  unitTest(file: string): Promise<Ran>;
  /** The unit tests of these folders and files. What they hold as a file is written anew. */
  renewedUnitTests(...of: string[]): Promise<Ran>;
  /** A TypeScript file of the copy. */
  run(file: string): Promise<Ran>;
  remove(): void;
}

/** Makes a copy of all but what is made or fetched; the caller removes it. */
export function copyProject(): Copy {
  const listed = gitLines(projectRoot, 'ls-files', '--cached', '--others', '--exclude-standard');
  const { root, remove } = copyTree(listed.filter((file) => existsSync(inProject(file))));

  const node = (script: string, ...flags: string[]) =>
    finish(root, process.execPath, [path.join('node_modules', script), ...flags]);
  // Some tests ask git which files there are.
  const apply = (...words: string[]) => finish(root, 'git', ['apply', '--index', ...words]);
  // With several threads it takes a third more of the processors, and other files run beside this one.
  const types = (config: string) => node('typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', config);
  const vitest = (...words: string[]) => node('vitest/vitest.mjs', 'run', ...words);
  return {
    apply: (patch) => apply(patch),
    leaveOut: (patch, file) => apply('--reverse', `--include=${file}`, patch),
    putBack: (patch, file) => apply(`--include=${file}`, patch),
    async types() {
      let last: Ran = { status: 0, output: '' };
      for (const config of ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.worker-tests.json']) {
        last = await types(config);
        if (last.status !== 0) break;
      }
      return last;
    },
    typesFrom(file) {
      const config = { extends: './tsconfig.json', include: [file, 'src/worker.d.ts'] };
      writeFileSync(path.join(root, 'tsconfig.one.json'), JSON.stringify(config));
      return types('tsconfig.one.json');
    },
    unitTest: (file) => vitest(`--project=${file.endsWith('.worker.test.ts') ? 'workers' : 'node'}`, file),
    renewedUnitTests: (...of) => vitest('--project=node', '--project=workers*', '--update=all', ...of),
    run: (file) => node('tsx/dist/cli.mjs', file),
    remove,
  };
}

function finish(cwd: string, program: string, flags: readonly string[]): Promise<Ran> {
  // Variables of this test runner are not meant for another one.
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
