/** The Python that has the packages of `requirements.txt`: see README.md. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const environment = fileURLToPath(new URL('../../dist/protocol-python', import.meta.url));

/** The interpreter; undefined where the environment was not made, or not to its end. */
export const python: string | undefined = existsSync(path.join(environment, 'complete'))
  ? path.join(environment, 'bin', 'python')
  : undefined;

/** A program of this folder. */
export function program(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
