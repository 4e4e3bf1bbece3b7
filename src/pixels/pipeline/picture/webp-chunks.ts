/** The chunks of a WebP file: RFC 9649. */
import type { ByteReader } from './bytes.ts';

/** A chunk: its type, and where its data are in the file. */
export interface WebpChunk {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

/** The chunks of the RIFF container; the last one may be cut short. */
export function* webpChunks(reader: ByteReader): Generator<WebpChunk> {
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset, reader.length);
  let at = 12;
  while (at + 8 <= reader.length) {
    const bytes = view.getUint32(at + 4, true);
    yield { type: reader.text(at, 4), at: at + 8, end: Math.min(at + 8 + bytes, reader.length) };
    at += 8 + bytes + (bytes & 1);
  }
}
