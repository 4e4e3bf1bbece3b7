/** What a file is, whatever its name. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A file's identity: hex SHA-256 and size. */
export interface Fingerprint {
  readonly sha256: string;
  readonly bytes: number;
}

/** Hash and size of a file. */
export async function fingerprintOf(file: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { sha256: hash.digest('hex'), bytes: (await stat(file)).size };
}
