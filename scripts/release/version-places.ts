/** The files that state the project's version. All else reads it from `package.json`. */

interface VersionPlace {
  /** From the project's root. */
  readonly file: string;
  /** The same text with another version. */
  readonly withVersion: (text: string, version: string) => string;
}

const npmPackage = /^ {2}"version": "([^"]+)"/m;
const pythonPackage = /^version = "([^"]+)"/m;

/** Packages of the lock file that are this project's. */
const ownPackages = ['', 'clients/typescript'];

export const versionPlaces: readonly VersionPlace[] = [
  { file: 'package.json', withVersion: replacing(npmPackage) },
  { file: 'clients/typescript/package.json', withVersion: replacing(npmPackage) },
  { file: 'clients/python/pyproject.toml', withVersion: replacing(pythonPackage) },
  { file: 'package-lock.json', withVersion: inLockFile },
];

/** @param packageFile text of the project's `package.json` */
export function versionOf(packageFile: string): string {
  const [, version] = npmPackage.exec(packageFile) ?? [];
  if (version === undefined) throw new Error('package.json has no version');
  return version;
}

function replacing(pattern: RegExp): VersionPlace['withVersion'] {
  return (text, version) => {
    if (!pattern.test(text)) throw new Error(`There is no version by ${pattern}`);
    return text.replace(pattern, (line, old: string) => line.replace(old, version));
  };
}

function inLockFile(text: string, version: string): string {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const name of ownPackages) lock.packages[name].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
}
