/** Where a WebP file ends for its decoders: RFC 9649. They refuse what is cut behind a picture that is whole. */

import { ByteReader, entryUs } from './bytes.ts';
import { webpChunks } from './webp-chunks.ts';

/** Chunks that hold a picture: section 2.5, 2.6 and 2.7.1.1. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ANMF']);

/**
 * The file without what follows its container, where chunks fill that to its end; else as far as its first picture, if
 * that is whole. Chunks are its steps.
 */
export function* endAtPicture(file: Uint8Array): Generator<number, Uint8Array, void> {
  const reader = new ByteReader(file, true);
  const containerEnd = 8 + reader.u32(4);
  let pictureEnd: number | null = null;
  for (const { type, at, end } of webpChunks(new ByteReader(file))) {
    yield entryUs;
    const bytes = reader.u32(at - 4);
    if (pictureChunks.has(type) && at + bytes <= file.length) pictureEnd ??= end;
    const next = at + bytes + (bytes & 1);
    if (pictureEnd !== null && next === containerEnd && next <= file.length) return file.subarray(0, next);
  }
  if (pictureEnd === null) return file;
  // Chunks have even length; the last byte may be what is missing.
  const whole = new Uint8Array(pictureEnd + (pictureEnd & 1));
  whole.set(file.subarray(0, pictureEnd));
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return whole;
}
