/** One file out of a ZIP archive. No name of the archive becomes a path on the disk. */
import { openPromise, type ZipFile } from 'yauzl';
import { ModelFault } from '../fault.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { type ReceiveOptions, receive } from './receive.ts';

/**
 * Unpacks the file named `name`, compared byte for byte, to `target`.
 * @throws ModelFault when the archive cannot be read, has no such file, or the file is larger than allowed
 */
export async function extractFile(
  archive: string,
  name: string,
  target: string,
  options: ReceiveOptions,
): Promise<Fingerprint> {
  const zip = await open(archive, options.what);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileNameRaw.equals(Buffer.from(name))) {
        return await receive(await zip.openReadStreamPromise(entry), target, options);
      }
    }
  } catch (cause) {
    throw unreadable(options.what, cause);
  } finally {
    zip.close();
  }
  throw new ModelFault(`There is no file ${options.what}: correct the source in the manifest`);
}

async function open(archive: string, what: string): Promise<ZipFile> {
  try {
    // Names stay bytes: how others are encoded, or whether they would be safe as paths, does not matter here.
    return await openPromise(archive, { lazyEntries: true, decodeStrings: false, autoClose: false });
  } catch (cause) {
    throw unreadable(what, cause);
  }
}

/** The fault to throw: faults of the disk and of the transfer as they are, those of the archive as one line. */
function unreadable(what: string, cause: unknown): unknown {
  const isClear = cause instanceof ModelFault || (cause instanceof Error && 'syscall' in cause);
  return isClear ? cause : new ModelFault(`Cannot unpack ${what}: use another version of the package`, cause);
}
