/** Bytes from anywhere to a file, bounded in size and in silence, hashed on the way. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ModelFault } from '../fault.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { Watchdog } from './watchdog.ts';

export interface ReceiveOptions {
  /** More than this and the transfer is broken off. */
  readonly maxBytes: number;
  /** What is received, for the message. */
  readonly what: string;
  readonly watchdog: Watchdog;
  readonly onBytes: (doneBytes: number) => void;
}

/**
 * Writes `source` to `file` and returns its hash and size.
 * @throws ModelFault beyond `maxBytes` or when the watchdog barked; otherwise what the source or the disk throws
 */
export async function receive(
  source: AsyncIterable<Uint8Array>,
  file: string,
  { maxBytes, what, watchdog, onBytes }: ReceiveOptions,
): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new ModelFault(
          `Refused ${what}: it is larger than the ${maxBytes} bytes that it may have. Check the source in the manifest`,
        );
      }
      hash.update(chunk);
      watchdog.heard();
      onBytes(bytes);
      yield chunk;
    }
  }
  await watchdog.guard(pipeline(measured(), createWriteStream(file)));
  return { sha256: hash.digest('hex'), bytes };
}
