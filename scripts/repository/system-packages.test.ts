/** One list of system packages: what CI installs, the container of development has, and tests call. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { gitLines } from './git.ts';

const text = (file: string) => readFileSync(inProject(file), 'utf8');
const rows = text('.ci/packages')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/ +(.*)/));
const names = rows.map(([name]) => name);
const commands = rows.map(([, command]) => command);
const container = JSON.parse(text('.devcontainer/devcontainer.json'));

test('each package has a command that says whether it is here', () => {
  expect(names).toEqual([...names].sort());
  expect(commands.filter((command) => !/^(?:command -v|python3 -c) /.test(command))).toEqual([]);
});

test('the container of development installs the list, and CI reads it', () => {
  const [, listing] = /^apt-get update && apt-get install -y --no-install-recommends \$\((.*)\)$/.exec(
    container.onCreateCommand,
  ) ?? [null, 'false'];
  const installed = execFileSync('sh', ['-c', listing], { cwd: projectRoot, encoding: 'utf8' });
  expect(installed.trim().split('\n')).toEqual(names);
  expect(container.postCreateCommand).toBe('npm ci');
  expect(text('.ci/run')).toContain('done <.ci/packages\n');
});

test('both containers are run by root, who may make namespaces', () => {
  expect([container.remoteUser, container.runArgs]).toEqual(['root', ['--privileged']]);
  const hosted = text('.github/workflows/ci.yml');
  expect(hosted).toContain('options: --privileged\n');
  expect(hosted).not.toMatch(/user:|--user/);
});

/** With Node, with git, or in every Debian. */
const there = ['cp', 'git', 'mkfifo', 'mount', 'npx', 'prlimit', 'sh', 'umount'];

test('what is called by its name is of the list, or everywhere', () => {
  const sources = gitLines(
    projectRoot,
    'ls-files',
    'lab/*.ts',
    'scripts/*.ts',
    'src/*.ts',
    'test/*.ts',
    'testing/*.ts',
  );
  const called = sources.flatMap((file) =>
    [...text(file).matchAll(/\b(?:spawn|execFile)(?:Sync)?\('([\w.-]+)'/g)].map(([, program]) => program),
  );
  const listed = commands.map((command) => command.replace(/^command -v /, '').split(' ')[0]);
  expect([...new Set(called)].filter((program) => ![...there, ...listed].includes(program))).toEqual([]);
  expect(called).toContain('ps');
});
