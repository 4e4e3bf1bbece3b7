/** The deflate port on node:zlib, which is native code both in Node and in workerd. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { Deflate } from '../pipeline/deflate.ts';

export const nativeDeflate: Deflate = {
  strip(bytes, level, strategy, last) {
    return deflateRawSync(bytes, {
      level,
      memLevel: 9,
      strategy: strategy === 'rle' ? constants.Z_RLE : constants.Z_DEFAULT_STRATEGY,
      finishFlush: last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    });
  },
  zlib(bytes) {
    return deflateSync(bytes);
  },
  crc32(bytes, seed = 0) {
    return crc32(bytes, seed);
  },
};
