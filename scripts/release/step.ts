/** One program that a release runs. */
import { spawn } from 'node:child_process';

/** A release that cannot be made. The message is for the person who asked, one line. */
export class ReleaseRefused extends Error {}

/**
 * Runs it to its end.
 * @param what is made by it, for the line where it fails
 * @returns what it wrote to standard output
 * @throws ReleaseRefused with the last thing that it said
 */
export function runStep(
  what: string,
  program: string,
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', all: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text;
    said.all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.all += text;
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new ReleaseRefused(`${what} could not be made: ${why}`));
    child.on('error', (cause) => fail(`${program} cannot be started (${cause.message})`));
    child.on('close', (status) => {
      if (status === 0) return resolve(said.out);
      fail(`${program} ${words[0]}: ${said.all.trim().split('\n').at(-1) || `status ${status}`}`);
    });
  });
}
