/** The Python that has the packages of `requirements.txt`: see README.md. */
import { fileURLToPath } from 'node:url';
import { inProject } from '../../src/local/root.ts';
import { missingPackages } from '../../testing/needs.ts';

const environment = 'dist/protocol-python';

/** Null where the environment was made, to its end. */
export const missingPython: string | null = missingPackages('python', environment);

/** The interpreter. */
export const python: string = inProject(environment, 'bin/python');

/** A program of this folder. */
export function program(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
