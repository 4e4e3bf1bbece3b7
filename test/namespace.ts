/** Programs in a network namespace of their own, where a test has every address and every name to itself. */
import { execFileSync, spawn } from 'node:child_process';
import { inProject } from '../src/local/root.ts';
import { decide } from '../testing/needs.ts';

const unshared = ['-rnm', '--fork', '--kill-child'];

/** Why no namespace can be made here; null where one can. */
export const missingNamespaces: string | null = decide('namespaces', reasonAgainst());

function reasonAgainst(): string | null {
  try {
    execFileSync('unshare', [...unshared, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'pipe' });
    return null;
  } catch (cause) {
    return `no network namespace can be made here (${cause instanceof Error ? cause.message.split('\n')[0] : cause})`;
  }
}

/**
 * Runs a TypeScript program in a namespace.
 * @param program path in the project
 * @returns the JSON of the last line that it printed
 * @throws Error with what it complained of where it fails, or where there are no namespaces
 */
export function runInNamespace(program: string, words: readonly string[] = []): Promise<unknown> {
  if (missingNamespaces) throw new Error(missingNamespaces);
  const command = [process.execPath, '--import', 'tsx', inProject(program), ...words];
  const child = spawn('unshare', [...unshared, ...command], {
    cwd: inProject('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let failed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  child.stderr.on('data', (text) => {
    failed += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status !== 0) return reject(new Error(`The namespace ended with ${status}\n${failed}`));
      if (failed) console.warn(failed);
      resolve(JSON.parse(printed.trim().split('\n').at(-1) ?? ''));
    });
  });
}
