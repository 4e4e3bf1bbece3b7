/**
 * What tests need beside Node and the packages of `npm ci`. Where it is missing a test is skipped, with the reason. `.ci/run`
 * sets ALLOW_SKIPS, names with commas between them: then what it does not name may not be missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inProject } from '../src/local/root.ts';

/** The browser of tests. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** The compiler whose output is committed: others of the same number may order code differently. */
const clangVersion = '19.1.7';
/** Where `.ci/install` puts runtimes that come as npm packages. */
const runtimes = inProject('dist/runtimes/node_modules');

/** Each need with its check; null where the test that needs it checks. `.ci/packages` lists Debian's packages. */
const needs = {
  bun: () => existsSync(`${runtimes}/.bin/bun`) || 'dist/runtimes has no Bun',
  chromium: () => existsSync(chromiumPath) || `there is no browser at ${chromiumPath}, which CHROMIUM_PATH may name`,
  clang: () =>
    printed('clang-19', '--version').includes(clangVersion) || `there is no clang-19 of version ${clangVersion}`,
  deno: () => existsSync(`${runtimes}/.bin/deno`) || 'dist/runtimes has no Deno',
  execve: () =>
    process.execve !== undefined ||
    'this Node cannot replace its program (process.execve, from 22.15 on, not on Windows)',
  firefox: () => isInstalled('firefox-esr') || 'there is no firefox-esr',
  go: () => printed('go', 'version') !== '' || 'there is no Go',
  java: () => isInstalled('javac') || 'there is no Java',
  linux: () => process.platform === 'linux' || 'only Linux lists processes and their memory in /proc',
  mount: null,
  namespaces: null,
  nodes: null,
  openvino: null,
  'npm-packages': null,
  php: () => printed('php', '-m').split('\n').includes('curl') || 'there is no PHP with curl',
  promtool: () => isInstalled('promtool') || 'there is no promtool (Debian: prometheus)',
  python: null,
  ruby: () => isInstalled('ruby') || 'there is no Ruby',
  shell: null,
  webkit: () => (isInstalled('WebKitWebDriver') && isInstalled('Xvfb')) || 'there is no WebKitWebDriver, or no Xvfb',
} as const satisfies Record<string, (() => true | string) | null>;

export type Need = keyof typeof needs;
type Checked = { [Name in Need]: (typeof needs)[Name] extends null ? never : Name }[Need];

/**
 * Why something is missing here; null where it is there.
 * @throws Error where it is missing and may not be
 */
export function missing(need: Checked): string | null {
  const found = needs[need]();
  return decide(need, found === true ? null : found);
}

/**
 * The same for what a test checks itself.
 * @param reason why it is missing; null where it is there
 * @param allowed what may be missing, as in `ALLOW_SKIPS`; null where that is not set
 */
export function decide(need: Need, reason: string | null, allowed = process.env.ALLOW_SKIPS ?? null): string | null {
  if (reason === null) return null;
  const names = allowed?.split(',').map((name) => name.trim());
  const stranger = names?.find((name) => name !== '' && !Object.hasOwn(needs, name));
  if (stranger !== undefined) {
    throw new Error(`ALLOW_SKIPS names ${stranger}, and tests need ${Object.keys(needs).join(', ')}`);
  }
  if (names && !names.includes(need)) throw new Error(`${reason}. ALLOW_SKIPS=${need} would skip what needs it`);
  return reason;
}

/** Why a folder of packages that `.ci/install` makes is not there; null where all of it is. */
export function missingPackages(need: 'npm-packages' | 'python', folder: string): string | null {
  const reason = `nothing is installed in ${folder}`;
  return decide(need, existsSync(inProject(folder, 'complete')) ? null : reason);
}

function isInstalled(program: string): boolean {
  return printed('sh', '-c', `command -v ${program}`) !== '';
}

/** What a program prints; empty where it is not there or fails. */
function printed(program: string, ...args: string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';
}
