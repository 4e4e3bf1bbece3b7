/** Compression and checksums of PNG: node:zlib, native code in Node and in workerd alike. No other platform module is used here. */
import { constants, deflateRawSync } from 'node:zlib';

export { crc32, deflateSync as zlibStream } from 'node:zlib';

export type DeflateStrategy = 'default' | 'rle';

/**
 * Compresses one strip of a raw deflate stream (RFC 1951). Strips share no history; each but the last ends on a byte
 * border, so that they may be concatenated.
 * @param level 1 (fast) to 9 (small)
 */
export function deflateStrip(bytes: Uint8Array, level: number, strategy: DeflateStrategy, last: boolean): Uint8Array {
  return deflateRawSync(bytes, {
    level,
    memLevel: 9,
    strategy: strategy === 'rle' ? constants.Z_RLE : constants.Z_DEFAULT_STRATEGY,
    finishFlush: last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });
}
