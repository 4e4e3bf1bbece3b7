/** Where the project is on this machine. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path inside the project. */
export function inProject(...parts: string[]): string {
  return path.join(projectRoot, ...parts);
}
