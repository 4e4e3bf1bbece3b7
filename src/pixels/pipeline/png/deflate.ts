/** Compression and checksums of PNG: node:zlib, native code in Node and in workerd alike. No other platform module is used here. */
import { constants, deflateRawSync } from 'node:zlib';

export { crc32, deflateSync as zlibStream } from 'node:zlib';

/**
 * Compresses one strip of a raw deflate stream (RFC 1951) by what occurred before in it.
 * @param level 1 (fast) to 9 (small)
 * @param isLast the others end on a byte border
 */
export function deflateHistory(bytes: Uint8Array, level: number, isLast: boolean): Uint8Array {
  return deflateRawSync(bytes, {
    level,
    memLevel: 9,
    finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });
}
