/** Weights from a file of this machine. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ModelFault } from '../fault.ts';
import type { FetchContext, Fetched } from './context.ts';
import { receive } from './receive.ts';
import { Watchdog } from './watchdog.ts';

/** A protobuf message cannot be larger. */
const limitBytes = 2 ** 31 - 1;

/** Copies a local file; its path is relative to the manifest's folder. */
export async function fetchFile(source: { readonly path: string }, context: FetchContext): Promise<Fetched> {
  const original = path.resolve(context.manifestDirectory, source.path);
  const size = await sizeOf(original);
  const file = path.join(context.workDirectory, 'published');
  const watchdog = new Watchdog(original, context.silenceMs);
  try {
    const fingerprint = await receive(createReadStream(original), file, {
      maxBytes: limitBytes,
      what: original,
      watchdog,
      onBytes: (bytes) => context.onBytes(bytes, size),
    });
    return { file, ...fingerprint };
  } finally {
    watchdog.stop();
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (cause) {
    throw new ModelFault(`Cannot read ${file}: check the path`, cause);
  }
}
