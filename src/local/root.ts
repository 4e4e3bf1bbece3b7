/** Where the project is on this machine. */
import path from 'node:path';
import { projectFolder } from '../wire/command-line/project-folder.ts';

export const projectRoot = projectFolder(import.meta.url);

/** A path inside the project. */
export function inProject(...parts: string[]): string {
  return path.join(projectRoot, ...parts);
}
