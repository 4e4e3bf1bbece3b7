/** The port through which pixels are compressed: native zlib on both hosts. */

export type DeflateStrategy = 'default' | 'rle';

export interface Deflate {
  /**
   * Compresses one strip of a raw deflate stream (RFC 1951). Strips share no history; each but the last ends on a byte
   * border, so that they may be concatenated.
   * @param level 1 (fast) to 9 (small)
   */
  strip(bytes: Uint8Array, level: number, strategy: DeflateStrategy, last: boolean): Uint8Array;
  /** A whole zlib stream (RFC 1950). */
  zlib(bytes: Uint8Array): Uint8Array;
  /** CRC-32 as PNG and gzip use it, 0 to 2^32 - 1, continued from `seed`. */
  crc32(bytes: Uint8Array, seed?: number): number;
}
