/**
 * Unit tests that have a process of their own. The others share some, with the modules that they have read: a file that
 * changes modules or the clock, or has a page of its own, would be seen by those after it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folders = ['src', 'scripts', 'lab', 'testing', 'clients', 'test/run', 'test/billing/stripe'];

/** Others, with what they meet of files before them, or leave. */
const others: Readonly<Record<string, string>> = {
  'src/money/keys/hmac.test.ts': 'counts how often secrets are imported, which other files have done',
  'test/run/processor-time.test.ts': 'plays the process that runs the tests, whose word to files is gone after it',
};

/** Those that no rule tells, by name. */
export const named: readonly string[] = Object.keys(others);

/** Whether the text of a test replaces modules, also by those of the service within one process, has another clock, or a document. */
export function leavesTraces(text: string): boolean {
  return /\bvi\.(mock|doMock|resetModules|useFakeTimers)\(|@vitest-environment|\/(in-process\/service|both-lanes|pixels\/sender)\.ts'/.test(
    text,
  );
}

/** @returns paths from the project's folder, in their order */
export function testsApart(root: string): readonly string[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => {
      const inside = readdirSync(path.join(root, folder), { encoding: 'utf8', recursive: true });
      return inside.map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
    })
    .filter((file) => /(?<!\.worker)\.test\.ts$/.test(file) && !file.includes('/node_modules/'))
    .filter((file) => named.includes(file) || leavesTraces(readFileSync(path.join(root, file), 'utf8')))
    .sort();
}
