/** Fetches the archives of the corpus with each registry's own client, into a folder that git ignores. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Registry, SourcePackage } from './packages.ts';

const run = promisify(execFile);
const clientMs = 300_000;
const mostOutput = 16 * 1024 * 1024;

/** Puts an archive of each package into a folder. */
type Client = (packages: readonly SourcePackage[], folder: string, python: string) => Promise<void>;

const clients: Readonly<Record<Registry, Client>> = { debian: fromDebian, pypi: fromPypi, crates: fromCrates };

/**
 * Fetches what is not there yet, and checks all of it.
 * @param folder keeps the archives from run to run
 * @param python an interpreter with pip
 * @returns path of each archive; what cannot be had, or is not what the list says, is missing and reported
 */
export async function fetchArchives(
  packages: readonly SourcePackage[],
  folder: string,
  python: string,
  report: (line: string) => void,
): Promise<Map<SourcePackage, string>> {
  await mkdir(folder, { recursive: true });
  const placeOf = ({ archive }: SourcePackage) => path.join(folder, path.basename(archive));
  const isThere = async (each: SourcePackage) => (await hashOf(placeOf(each))) === each.sha256;
  for (const registry of ['debian', 'pypi', 'crates'] as const) {
    const missing: SourcePackage[] = [];
    for (const each of packages) if (each.registry === registry && !(await isThere(each))) missing.push(each);
    if (missing.length === 0) continue;
    const fetched = await mkdtemp(path.join(tmpdir(), 'edgematte-corpus-'));
    try {
      await clients[registry](missing, fetched, python);
    } catch (cause) {
      report(`${registry}: ${(cause instanceof Error ? cause.message : String(cause)).split('\n')[0]}`);
    }
    for (const each of missing) await move(path.join(fetched, path.basename(each.archive)), placeOf(each));
    await rm(fetched, { recursive: true, force: true });
  }
  const found = new Map<SourcePackage, string>();
  for (const each of packages) if (await isThere(each)) found.set(each, placeOf(each));
  return found;
}

async function hashOf(file: string): Promise<string | null> {
  const content = await readFile(file).catch(() => null);
  return content && createHash('sha256').update(content).digest('hex');
}

/** Moves a file, also onto another disk; one that is not there stays away. */
async function move(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part).then(
    () => rename(part, to),
    () => undefined,
  );
}

/** Over plain HTTP from the mirrors that the system's apt is set to, whose lists and packages are left alone. */
async function fromDebian(packages: readonly SourcePackage[], folder: string): Promise<void> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(COMPONENT) $(CREATED_BY)']);
  const mirrors = new Set(stdout.split('\n').flatMap((line) => /^(https?:\S+) main Packages$/.exec(line)?.[1] ?? []));
  for (const { archive } of packages) {
    for (const mirror of mirrors) {
      const answer = await fetch(`${mirror}pool/main/${archive}`, { signal: AbortSignal.timeout(clientMs) });
      if (answer.ok) {
        await writeFile(path.join(folder, path.basename(archive)), new Uint8Array(await answer.arrayBuffer()));
        break;
      }
      await answer.body?.cancel();
    }
  }
}

/** pip prepares what it downloads, in an environment of its own. */
async function fromPypi(packages: readonly SourcePackage[], folder: string, python: string): Promise<void> {
  const wanted = packages.map(({ name, version }) => `${name}==${version}`);
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-binary', ':all:', '--dest', folder];
  await run(python, ['-m', 'pip', 'download', ...quiet, ...wanted], { timeout: clientMs, maxBuffer: mostOutput });
}

/** cargo fetches the dependencies of a package that this writes, into a home of its own. */
async function fromCrates(packages: readonly SourcePackage[], folder: string): Promise<void> {
  const project = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  const needs = packages.map(({ name, version }, index) => {
    const [plain] = version.split('+');
    return `a${index} = { package = "${name}", version = "=${plain}", default-features = false }`;
  });
  const manifest = [
    '[package]',
    'name = "corpus"',
    'version = "0.0.0"',
    'edition = "2021"',
    '[dependencies]',
    ...needs,
  ];
  await mkdir(path.join(project, 'src'), { recursive: true });
  await writeFile(path.join(project, 'src/lib.rs'), '');
  await writeFile(path.join(project, 'Cargo.toml'), `${manifest.join('\n')}\n`);
  const environment = { ...process.env, CARGO_HOME: home };
  await run('cargo', ['fetch', '--quiet'], { cwd: project, env: environment, timeout: clientMs });
  const cache = path.join(home, 'registry/cache');
  for (const registry of await readdir(cache)) {
    for (const { archive } of packages) {
      await copyFile(path.join(cache, registry, archive), path.join(folder, archive)).catch(() => undefined);
    }
  }
}
