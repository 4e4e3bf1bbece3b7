/** The Python of the references: an environment that the command makes, and programs of this folder in it. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Makes the environment where it is not there yet, or was made of other packages.
 * @returns its interpreter
 * @throws Error where there is no Python, or the packages cannot be had
 */
export async function ensurePython(folder: string): Promise<string> {
  const python = path.join(folder, 'bin/python');
  const complete = path.join(folder, 'complete');
  const wanted = readFileSync(here('requirements.txt'), 'utf8');
  if (existsSync(complete) && readFileSync(complete, 'utf8') === wanted) return python;
  await run('python3', ['-m', 'venv', '--clear', folder]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', here('requirements.txt')];
  await run(python, install);
  writeFileSync(complete, wanted);
  return python;
}

export interface PythonProgram {
  /** Writes one line of JSON. @returns the next line that it writes. Calls are answered one after the other */
  ask(order: unknown): Promise<unknown>;
  stop(): void;
}

/** Starts a program of this folder that answers each line of JSON with one. What decoders remark on files goes nowhere. */
export function startProgram(python: string, name: string): PythonProgram {
  const child = spawn(python, ['-B', here(name)], { stdio: ['pipe', 'pipe', 'ignore'] });
  // One that has ended is noticed by the answer that does not come.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(order) {
      const next = last.then(async () => {
        child.stdin.write(`${JSON.stringify(order)}\n`);
        const { value, done } = await lines.next();
        if (done) throw new Error(`${name} ended without an answer`);
        return JSON.parse(value) as unknown;
      });
      last = next.catch(() => undefined);
      return next;
    },
    stop() {
      child.kill();
    },
  };
}

/** Runs a program of this folder to its end on one line of JSON. @returns its lines, read as JSON */
export async function runProgram(python: string, name: string, order: unknown): Promise<unknown[]> {
  const running = run(python, ['-B', here(name)], { maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end(`${JSON.stringify(order)}\n`);
  const { stdout } = await running;
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}
