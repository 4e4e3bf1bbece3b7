/** Where the project is on this machine, for sources and bundles alike, however deep they are in it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The nearest folder around a module whose `package.json` is the project's; the module's own folder where there is none.
 * @param module `import.meta.url` of the module
 */
export function projectFolder(module: string): string {
  const own = path.dirname(fileURLToPath(module));
  for (let folder = own; ; folder = path.dirname(folder)) {
    if (isProject(folder)) return folder;
    if (path.dirname(folder) === folder) return own;
  }
}

function isProject(folder: string): boolean {
  const file = path.join(folder, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'edgematte';
}
