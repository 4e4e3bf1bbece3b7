/** The chunks of a PNG file: W3C PNG Specification (Third Edition), section 5. */
import type { ByteReader } from './bytes.ts';

/** What such a file begins with (section 5.2). */
export const pngSignature = '\x89PNG\r\n\x1a\n';

/** A chunk: its type, and where its data are in the file. */
export interface PngChunk {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

/** All chunks up to IEND or to the first one that is not whole in the file. */
export function* pngChunks(reader: ByteReader): Generator<PngChunk> {
  let at = pngSignature.length;
  while (at + 8 <= reader.length) {
    const end = at + 8 + reader.u32(at);
    const type = reader.text(at + 4, 4);
    yield { type, at: at + 8, end: Math.min(end, reader.length) };
    if (type === 'IEND') return;
    at = end + 4;
  }
}
