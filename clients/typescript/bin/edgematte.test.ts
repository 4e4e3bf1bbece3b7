/** How the pages install the command: from a clone after `npm ci`, and elsewhere from the file that the pack line makes. */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject, projectRoot } from '../../../src/local/root.ts';

const run = promisify(execFile);
const parts = [
  'clients/typescript',
  'src/wire/command-line',
  'src/contract',
  'tsconfig.base.json',
  'LICENSE',
  '.npmrc',
];
const builders = ['tsx', 'esbuild', '@esbuild', 'typescript'];

let folder: string;
/** The tracked files of the client, in a project of their own, as `npm ci` leaves it: linked, and without install scripts. */
let clone: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-clone-'));
  clone = path.join(folder, 'clone');
  const tracked = execFileSync('git', ['ls-files', '-z', ...parts], { cwd: projectRoot, encoding: 'utf8' });
  for (const file of tracked.split('\0').slice(0, -1)) cpSync(inProject(file), path.join(clone, file));
  writeFileSync(
    path.join(clone, 'package.json'),
    '{"private":true,"type":"module","workspaces":["clients/typescript"]}',
  );
  // What the client is built with is this project's: npm then needs no registry.
  await run('npm', ['install', '--offline', '--omit=dev', '--no-audit', '--no-fund'], { cwd: clone });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npx = (...words: string[]) => run('npx', ['--no-install', 'edgematte', ...words], { cwd: clone });

test('a clone without its packages prints the one command, and nothing else', async () => {
  await expect(npx('--help')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^.*\n.*: cd \S+ && npm ci && npm run build -w clients\/typescript\n$/),
  });
});

test('the lock file, by which npm ci links the command, names the same file', () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const { bin } = JSON.parse(readFileSync(inProject('clients/typescript/package.json'), 'utf8'));
  expect(packages['clients/typescript'].bin).toEqual(bin);
});

describe('a clone after npm ci', () => {
  beforeAll(() => {
    for (const name of builders) symlinkSync(inProject('node_modules', name), path.join(clone, 'node_modules', name));
  });

  test('runs the command: the first time it is built, and standard output stays for results', async () => {
    const { version } = JSON.parse(readFileSync(inProject('clients/typescript/package.json'), 'utf8'));
    const usage = expect.stringMatching(/^Usage: edgematte COMMAND/);
    expect(await npx('--help')).toEqual({ stdout: usage, stderr: 'Building edgematte, this once …\n' });
    expect(await npx('--help')).toEqual({ stdout: usage, stderr: '' });
    expect(await npx('--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
    const file = path.join(clone, 'clients/typescript/package.json');
    const described = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(described), gitHead: 'b20604dc1234' }));
    expect(await npx('--version')).toEqual({ stdout: `${version}, commit b20604dc1234\n`, stderr: '' });
    writeFileSync(file, described);
    expect(readdirSync(path.join(clone, 'clients/typescript')).filter((name) => /^dist/.test(name))).toEqual(['dist']);
  });

  test('packs what an empty folder can install', async () => {
    const readme = readFileSync(inProject('clients/typescript/README.md'), 'utf8');
    const [packLine] = readme.match(/^npm run build .* && npm pack .*$/m) ?? [''];
    await run('sh', ['-c', packLine], { cwd: clone });
    const packed = readdirSync(clone).filter((name) => /^edgematte-.*\.tgz$/.test(name));
    expect(packed).toHaveLength(1);

    const empty = path.join(folder, 'empty');
    mkdirSync(empty);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(clone, packed[0])], { cwd: empty });
    const { stdout } = await run('npx', ['--no-install', 'edgematte', '--help'], { cwd: empty });
    expect(stdout).toMatch(/^Usage: edgematte COMMAND/);
    const script = "import { Edgematte } from 'edgematte'; console.log(typeof new Edgematte({ address: '/' }).cutout)";
    expect((await run('node', ['--input-type=module', '-e', script], { cwd: empty })).stdout).toBe('function\n');

    const place = path.join(empty, 'node_modules/edgematte');
    const { exports, bin, publishConfig } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
    const entries = [...Object.values(exports['.']), exports['./package.json'], ...Object.values(bin)] as string[];
    expect(entries.filter((entry) => !existsSync(path.join(place, entry)))).toEqual([]);
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
  });
});
