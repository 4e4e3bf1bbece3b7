/** PNG by libvips, which also complains of marks and checksums that are missing behind the last pixel. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import { atOnce } from '../../pixels/bounds/shared-thread.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { type PngParts, readPngParts } from '../../pixels/pipeline/picture/png-parts.ts';
import { inflatePngPixels } from '../../pixels/pipeline/picture/png-pixels.ts';
import { pngChunk } from '../../pixels/pipeline/png/chunk.ts';
import { decodeWithLibvips } from './libvips.ts';

/**
 * Decodes a PNG file that holds every pixel of its picture.
 * @throws ImageFault
 */
export async function openPng(file: Uint8Array, header: Header): Promise<Picture> {
  const parts = atOnce(readPngParts(file));
  // libpng does not read behind the rows of an interlaced picture either.
  if (parts.checksumApart || header.wholeFrame) await checkRows(file, parts);
  try {
    return await decodeWithLibvips(file, header, 'error');
  } catch (fault) {
    if (!(fault instanceof ImageFault)) throw fault;
    return decodeWithLibvips(await withEnd(file, parts), header, 'error');
  }
}

async function checkRows(file: Uint8Array, { rawBytes }: PngParts): Promise<void> {
  let left = rawBytes;
  for await (const rows of inflatePngPixels(file, rawBytes)) left -= rows.length;
  if (left !== 0) throw new Error(`${left} bytes of rows were not counted`);
}

/** The same rows in a stream and a file that end as they should. @throws ImageFault where a row is missing */
async function withEnd(file: Uint8Array, { pixelsAt, rawBytes }: PngParts): Promise<Uint8Array> {
  const stream: Uint8Array[] = [];
  await pipeline(
    Readable.from(inflatePngPixels(file, rawBytes)),
    createDeflate({ level: 1 }),
    async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) stream.push(piece);
    },
  );
  return Buffer.concat([file.subarray(0, pixelsAt), pngChunk('IDAT', stream), pngChunk('IEND', [])]);
}
