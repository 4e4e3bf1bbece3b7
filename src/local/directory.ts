/**
 * The directory on this machine, brought up to date by a Worker of its own: to reach a database from here, miniflare would start a
 * thread with an HTTP client, at three times the processor time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Miniflare, V4WorkerOptions } from 'miniflare';
import { compatibilityDate } from './compatibility-date.ts';
import { inProject } from './root.ts';

const name = 'edgematte-directory-updates';

/** The Worker that brings a directory up to date. @param id of the database, as other Workers have it in `d1Databases` */
export function directoryWorker(id: string): V4WorkerOptions {
  return {
    name,
    modules: [{ type: 'ESModule', path: inProject('src/local/directory-worker.mjs') }],
    compatibilityDate,
    bindings: { MIGRATIONS: migrations() },
    d1Databases: { DIRECTORY: id },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  };
}

/** Brings it up to date. @throws Error with the database's own words */
export async function updateDirectory(miniflare: Miniflare): Promise<void> {
  const answer = await fetch(await miniflare.unsafeGetDirectURL(name));
  if (!answer.ok) throw new Error(await answer.text());
}

/** In the order in which they are applied. */
function migrations(): { name: string; statements: string[] }[] {
  const folder = inProject('src/money/directory/migrations');
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const statements = readFileSync(path.join(folder, file), 'utf8').replace(/--.*$/gm, '').split(';');
      return { name: file, statements: statements.filter((text) => text.trim()) };
    });
}
