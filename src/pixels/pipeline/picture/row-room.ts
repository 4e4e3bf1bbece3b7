/** The memory that a picture takes at the edge whose file is read by rows. */

/** Most bytes of a frame for which a picture is decoded once. A larger one is decoded anew in each reading where it can be. */
export const mostKeptBytes = 24 * 1024 * 1024;
/** Readings at the same time: of colours, of alpha, and one that ended halfway. */
const readings = 3;
/** What a picture of many rows leaves behind before garbage is collected, beside what it reads from. */
const leftBehindBytes = 8 * 1024 * 1024;

/** Bytes of a picture while it is decoded, and from then on. */
export interface PictureBytes {
  readonly decoding: number;
  readonly decoded: number;
}

/** Of a picture that is decoded anew in each reading. index: what finds its places, beside the decoders. */
export function streamedBytes(decoder: number, index = 0): PictureBytes {
  const all = leftBehindBytes + readings * decoder + index;
  return { decoding: all, decoded: all };
}
