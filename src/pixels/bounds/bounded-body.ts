/** Bodies as web streams, read whole within a bound. Node's own are read by `inference/protocol/receive.ts`. */
import { largePieces } from './large-pieces.ts';

/** A body that is larger than its bound, or not as long as it said. */
export class UnfitBody extends Error {}

/**
 * Reads a whole body, and never more than a bound.
 * @param contentLength value of the Content-Length header, or null; with it the bytes are written in place once
 * @throws UnfitBody; what the stream breaks off with
 */
export async function readBoundedBody(
  body: ReadableStream<Uint8Array> | null,
  contentLength: string | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array(0);
  const claimed = contentLength !== null && /^[0-9]{1,15}$/.test(contentLength) ? Number(contentLength) : undefined;
  const reader = body.getReader({ mode: 'byob' });
  try {
    if (claimed !== undefined && claimed > maxBytes) throw tooLarge(maxBytes);
    return claimed === undefined ? await collect(reader, maxBytes) : await fill(reader, claimed);
  } catch (fault) {
    reader.cancel().catch(() => {});
    throw fault;
  }
}

async function fill(reader: ReadableStreamBYOBReader, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  // A read takes its buffer away and gives it back, with what has come.
  let buffer = new ArrayBuffer(bytes);
  let offset = 0;
  while (offset < bytes) {
    const { value, done } = await reader.read(new Uint8Array(buffer, offset));
    if (done || !value) throw new UnfitBody('The body is shorter than its Content-Length');
    buffer = value.buffer as ArrayBuffer;
    offset += value.byteLength;
  }
  const { done } = await reader.read(new Uint8Array(1));
  if (!done) throw new UnfitBody('The body is longer than its Content-Length');
  return new Uint8Array(buffer);
}

async function collect(reader: ReadableStreamBYOBReader, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of largePieces(reader)) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.byteLength;
  }
  return whole;
}

function tooLarge(maxBytes: number): UnfitBody {
  return new UnfitBody(`The body is larger than ${maxBytes} bytes`);
}
