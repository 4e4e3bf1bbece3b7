/**
 * A PNG file whose rows are stored without compression, for a decoder that is left with undoing their filters. Native
 * code has expanded them and compared the checksum, which the decoder does not.
 */
import type { PngParts } from '../pipeline/picture/png-parts.ts';
import { pngChunk, pngSignature } from '../pipeline/png/chunk.ts';

/** RFC 1951 section 3.2.4: most bytes of a stored block, and those before it. */
const blockBytes = 65_535;
const blockHeaderBytes = 5;
const zlibHeader = [0x78, 0x01];
/** The checksums of the stream and of its chunk: the decoder, which has all rows by then, checks neither. */
const checksumBytes = 8;

/** How long the file of a picture is. */
export function storedPngBytes(parts: PngParts): number {
  return headOf(parts).length + 8 + dataBytes(parts) + checksumBytes / 2 + tail.length;
}

/**
 * Writes the file.
 * @param rows `parts.rawBytes` in pieces
 * @param into as long as {@link storedPngBytes}
 */
export async function writeStoredPng(
  parts: PngParts,
  rows: AsyncIterable<Uint8Array>,
  into: Uint8Array,
): Promise<void> {
  const { rawBytes } = parts;
  const head = headOf(parts);
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength);
  into.set(head);
  view.setUint32(head.length, dataBytes(parts));
  into.set(new TextEncoder().encode('IDAT'), head.length + 4);
  let at = head.length + 8;
  into.set(zlibHeader, at);
  at += zlibHeader.length;
  let written = 0;
  for await (const piece of rows) {
    for (let from = 0; from < piece.length; ) {
      const inBlock = written % blockBytes;
      if (inBlock === 0) {
        const length = Math.min(blockBytes, rawBytes - written);
        into[at] = written + length === rawBytes ? 1 : 0;
        view.setUint16(at + 1, length, true);
        view.setUint16(at + 3, ~length, true);
        at += blockHeaderBytes;
      }
      const part = piece.subarray(from, from + blockBytes - inBlock);
      into.set(part, at);
      from += part.length;
      at += part.length;
      written += part.length;
    }
  }
  into.fill(0, at, at + checksumBytes);
  into.set(tail, at + checksumBytes);
}

function dataBytes({ rawBytes }: PngParts): number {
  return zlibHeader.length + Math.ceil(rawBytes / blockBytes) * blockHeaderBytes + rawBytes + checksumBytes / 2;
}

const tail = pngChunk('IEND', []);

function headOf({ header, palette, transparency }: PngParts): Uint8Array {
  const pieces = [pngSignature, pngChunk('IHDR', [header])];
  if (palette) pieces.push(pngChunk('PLTE', [palette]));
  if (transparency) pieces.push(pngChunk('tRNS', [transparency]));
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}
