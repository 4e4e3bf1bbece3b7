/** `npm run release` as it ships, in a copy of the project: the dry run leaves nothing, the release makes files that work. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { decide } from '../../testing/needs.ts';
import { treeHash, whole, writeRuns } from '../deep/record.ts';
import { git, gitLines } from '../repository/git.ts';
import { treeOf } from '../repository/tree.ts';
import { copyTree, type TreeCopy } from '../repository/tree-copy.ts';

const run = promisify(execFile);
const version = '98.0.0';
const files = [
  'SHA256SUMS',
  `edgematte-${version}-py3-none-any.whl`,
  `edgematte-${version}.cdx.json`,
  `edgematte-${version}.tar.gz`,
  `edgematte-${version}.tgz`,
  `edgematte-inference-${version}-${process.platform}-${process.arch}.tar.gz`,
];
const patient = 600_000;
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;
const noPython = decide('python', hasPython ? null : 'there is no python3 that makes virtual environments');

let copy: TreeCopy;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-released-'));
  copy = copyTree(gitLines(projectRoot, 'ls-files'));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(copy.root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(copy.root, file), text);
  };
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- One\n');
  for (const [name, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.com'],
    ['commit.gpgsign', 'false'],
  ]) {
    git(copy.root, 'config', name, value);
  }
  const tree = treeHash(treeOf(copy.root));
  const record = { part: whole, tree, commit: '', date: '', machine: '', seed: 1, tests: 9, failures: 0 };
  write('.ci/deep.tsv', writeRuns(new Map([[whole, { ...record, cpuSeconds: 1, wallSeconds: 1, greenAt: '' }]])));
  commit('first');
  // Where tools for Python were installed, they need no registry.
  const tools = inProject('dist/python-client');
  if (!existsSync(tools)) return;
  mkdirSync(path.join(copy.root, 'dist'));
  symlinkSync(tools, path.join(copy.root, 'dist/python-client'));
});
afterAll(() => {
  copy.remove();
  rmSync(folder, { recursive: true, force: true });
});

function commit(subject: string): void {
  git(copy.root, 'add', '--all');
  git(copy.root, 'commit', '--quiet', '--no-verify', `--message=${subject}`);
}

async function release(...words: string[]): Promise<string[]> {
  const command = ['--import', 'tsx', 'scripts/release.ts', ...words];
  const { stdout } = await run(process.execPath, command, { cwd: copy.root });
  return stdout.trim().split('\n');
}

test('what is in the way is one line', async () => {
  await expect(release('0.0.1')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^0\.0\.1 is not newer than \d+\.\d+\.\d+, the version so far\n$/),
  });
});

test.skipIf(noPython !== null)(
  'the dry run makes every file, and leaves nothing',
  async () => {
    const lines = await release(version, '--dry-run', '--into', path.join(folder, 'dry'));
    expect(lines.slice(1, -1).map((line) => line.trim())).toEqual(files);
    expect(lines.at(-1)).toContain('Dry run: nothing was kept');
    expect(existsSync(path.join(folder, 'dry'))).toBe(false);
    expect([git(copy.root, 'log', '--format=%s'), git(copy.root, 'status', '--porcelain')]).toEqual(['first', '']);
  },
  patient,
);

test.skipIf(noPython !== null)(
  'the files of a release match their checksums, say their version and hold no more than they should',
  async () => {
    const into = path.join(folder, 'made');
    const lines = await release(version, '--into', into);
    expect(lines.at(-1)).toContain(`git tag --annotate --message='Edgematte ${version}' v${version}`);
    const inMade = (name: string) => path.join(into, name);
    const sums = readFileSync(inMade('SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums.map((line) => line.slice(66))).toEqual(files.slice(1));
    for (const line of sums) {
      expect(
        createHash('sha256')
          .update(readFileSync(inMade(line.slice(66))))
          .digest('hex'),
      ).toBe(line.slice(0, 64));
    }
    const bill = JSON.parse(readFileSync(inMade(files[2]), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'edgematte', version } } });
    const { dependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    const named = new Set(bill.components.map(({ name }: { name: string }) => name));
    expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([]);
    expect(named).not.toContain('vitest');

    const commitId = git(copy.root, 'rev-parse', '--short=12', 'HEAD');
    const words = `${version}, commit ${commitId}\n`;
    const unpack = async (name: string) => {
      const to = path.join(folder, name);
      mkdirSync(to);
      await run('tar', ['-xzf', inMade(name), '-C', to]);
      return to;
    };
    const image = path.join(await unpack(files[5]), 'edgematte-inference');
    expect((await run(process.execPath, ['main.js', '--version'], { cwd: image })).stdout).toBe(words);
    const npm = path.join(await unpack(files[4]), 'package');
    expect((await run(process.execPath, ['bin/edgematte.js', '--version'], { cwd: npm })).stdout).toBe(words);
    const python = path.join(await unpack(files[3]), `edgematte-${version}`);
    expect(readFileSync(path.join(python, 'LICENSE'), 'utf8')).toContain('Apache License');
    expect(readFileSync(path.join(python, 'PKG-INFO'), 'utf8')).toContain(`\nVersion: ${version}\n`);
  },
  patient,
);
