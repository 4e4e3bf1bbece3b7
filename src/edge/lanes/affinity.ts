/** By what the gateway finds the service that has kept outputs of networks for a picture, and tells the calls of one picture from others. */
import { createHash } from 'node:crypto';

/** Of the end of a file, where its pixels are. More of it would take time and tell no more pictures apart. */
const hashedBytes = 65_536;

/** A short hash of a picture, the same for all callers: 8 hexadecimal digits. */
export function pictureMark(file: Uint8Array): string {
  return affinityOf('', file);
}

/**
 * A short hash of caller and picture.
 * @param caller its name, see `caller-name.ts`
 * @returns 8 hexadecimal digits, the same for the same file
 */
export function affinityOf(caller: string, file: Uint8Array): string {
  const hash = createHash('sha256').update(`${caller}\0${file.length}\0`);
  return hash.update(file.subarray(-hashedBytes)).digest('hex').slice(0, 8);
}
