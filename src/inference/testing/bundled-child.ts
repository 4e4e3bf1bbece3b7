/** Children of tests, compiled once for all starts: to read their TypeScript takes longer than most of them live. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { type ChildEntry, childEntry } from '../processes/child-entry.ts';

const compiled = new Map<string, ChildEntry>();

/**
 * The entry of that name beside the calling module, which stays until this process ends.
 * @param here `import.meta.url` of the calling module
 */
export function bundledChild(name: string, here: string): ChildEntry {
  const { file } = childEntry(name, here, []);
  const known = compiled.get(file);
  if (known) return known;
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, `${name}.mjs`);
  buildSync({ entryPoints: [file], outfile, bundle: true, platform: 'node', format: 'esm' });
  const entry = { file: outfile, execArgv: [] };
  compiled.set(file, entry);
  return entry;
}
