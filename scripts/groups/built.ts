/** What is built once for all tests of the service: bundles, pages, the client for TypeScript. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../repository/tree.ts';

/** Folders, from the project's. */
export const builtFolders = [
  ...['dist/edge', 'dist/pages', 'dist/gateway', 'dist/fetcher', 'dist/start', 'dist/inference', 'dist/public'],
  'clients/typescript/dist',
];

/** Copies of files that are inputs by themselves. */
export const copiedFiles = ['clients/typescript/LICENSE'];

/**
 * Fingerprint of all of it. Maps of sources hold comments, and the README of a bundle the time of its build: they do not count.
 * @throws Error where a folder is missing
 */
export function fingerprintOfBuilt(root: string, folders: readonly string[] = builtFolders): string {
  const files = folders.flatMap((folder) => {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name !== 'README.md' && !entry.name.endsWith('.map'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  });
  const lines = files.sort().map((file) => `${sha256(readFileSync(path.join(root, file)))} ${file}`);
  return sha256(lines.join('\n'));
}
