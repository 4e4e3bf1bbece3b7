/** Groups as they are now: what each reads, its key, and its last green run. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Group } from '../../testing/groups.ts';
import { sha256, type Tree } from '../repository/tree.ts';
import type { GroupState } from './choice.ts';
import { importsOf } from './imports-of.ts';
import { keyOf } from './key.ts';
import { matches } from './patterns.ts';
import { readRecord } from './record.ts';

/** What every run of vitest reads; `.ci/install` says what it is given. */
const always = [
  '.gitignore',
  '.npmrc',
  'package-lock.json',
  'package.json',
  'tsconfig*.json',
  'wrangler.toml',
  '.ci/install',
];
const ofVitest = ['vitest.config.ts', 'test/run/setup.ts', 'test/run/report.ts', 'test/worker-setup.ts'];
/** Of the project that runs the files of test/, whether they drive the service or not. */
const ofService = ['test/shared-service.ts', 'test/fresh-connections.ts', 'test/run/retry-setup.ts'];

/** A group with its inputs. */
export interface StatedGroup extends GroupState {
  readonly group: Group;
  /** Files of its copy. */
  readonly files: readonly string[];
  /** Those that vitest runs. */
  readonly testFiles: readonly string[];
}

/**
 * Reads how a group stands.
 * @param built fingerprint of what is built; see `fingerprintOfBuilt`
 */
export async function statedGroupOf(root: string, group: Group, tree: Tree, built: string): Promise<StatedGroup> {
  const listed = [...tree.keys()];
  const testFiles = listed.filter((file) => matches(group.tests, file));
  const isOfService = testFiles.some((file) => file.startsWith('test/'));
  const ofRunner = group.command ? [] : [...ofVitest, ...(isOfService ? ofService : [])];
  const imported = await importsOf(root, [...testFiles, ...(group.programs ?? []), ...ofRunner]);
  const named = listed.filter((file) => matches([...always, ...group.inputs], file));
  const files = [...new Set([...testFiles, ...imported, ...named])].filter((file) => tree.has(file)).sort();
  const versions = Object.fromEntries(group.versions.map((command) => [command, printed(command)]));
  const inputs = { files, built: group.drivesService ? built : null, node: process.version, versions };
  const withoutScripts = new Map([...tree, ['package.json', packageWithoutScripts(root)]]);
  return {
    name: group.name,
    key: keyOf(inputs, withoutScripts),
    green: greenOf(root, group.name),
    group,
    files,
    testFiles,
  };
}

/** Where the record of a group is. */
export function recordFile(root: string, name: string): string {
  return path.join(root, '.ci/green', `${name}.tsv`);
}

function greenOf(root: string, name: string): GroupState['green'] {
  const file = recordFile(root, name);
  return existsSync(file) ? readRecord(readFileSync(file, 'utf8')) : null;
}

/** A new command for people changes no test. The version of the project is no input either. */
function packageWithoutScripts(root: string): string {
  const { scripts: _, version: __, ...rest } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return sha256(JSON.stringify(rest));
}

/** What a program says of itself; of one that is not here nothing. */
function printed(command: string): string {
  const [program, ...words] = command.split(' ');
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch {
    return '';
  }
}
