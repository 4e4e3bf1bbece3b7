/** Gets the published file of a model onto the disk, from wherever the manifest says, and checks that it is that file. */
import { ModelFault } from '../fault.ts';
import type { ModelSource } from '../manifest.ts';
import type { FetchContext, Fetched } from './context.ts';
import { fetchFile } from './file.ts';
import { fetchHttps } from './https.ts';
import { fetchNpm } from './npm.ts';

/**
 * Fetches and checks the published file.
 * @returns path of the file in the work folder, with its hash and size
 * @throws ModelFault when it is another file than the manifest describes; system and npm errors otherwise
 */
export async function fetchSource(source: ModelSource, context: FetchContext): Promise<Fetched> {
  const fetched = await fetchFrom(source, context);
  if (fetched.sha256 !== source.sha256) {
    const where = source.kind === 'file' ? source.path : source.kind === 'https' ? source.url : source.package;
    throw new ModelFault(
      `Refused the file from ${where}: its SHA-256 is ${fetched.sha256} (${fetched.bytes} bytes) and the manifest says ` +
        `${source.sha256}. Check the source, then correct the manifest or fetch again`,
    );
  }
  return fetched;
}

function fetchFrom(source: ModelSource, context: FetchContext): Promise<Fetched> {
  switch (source.kind) {
    case 'npm':
      return fetchNpm(source, context);
    case 'https':
      return fetchHttps(source, context);
    case 'file':
      return fetchFile(source, context);
  }
}
