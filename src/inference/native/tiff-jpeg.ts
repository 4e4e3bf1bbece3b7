/** Strips and tiles of JPEG codes (TIFF Technical Note 2), whose decoders fill what is missing and hardly say so. */
import { atOnce } from '../../pixels/bounds/shared-thread.ts';
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import { checkJpegComplete } from '../../pixels/pipeline/picture/jpeg-walk.ts';
import { checkScans } from '../../pixels/pipeline/picture/size.ts';
import type { Size } from '../../pixels/pipeline/plane/region.ts';
import { probeJpeg } from '../../pixels/pipeline/probe/jpeg.ts';
import { type DecodablePage, tag } from './tiff-page.ts';
import { wholeHeader } from './whole-header.ts';

/** Where codes are in the file, and how many rows they are for. */
export interface JpegChunk {
  readonly at: number;
  readonly bytes: number;
  readonly heightPx: number;
}

/** SOI and EOI. */
const markerBytes = 2;
/** JPEGTables that hold each table that there can be take less than half of it. */
const mostTableBytes = 8192;
/** Strips and tiles may share codes, but not overlap: all of them together, each counted once, fit twice into their file. */
const mostOverlap = 2;

/**
 * Checks that each strip or tile holds all blocks of its size.
 * @throws ImageFault where one does not, or has a coding that cannot be counted
 */
export async function checkJpegChunks(
  page: Pick<DecodablePage, 'file' | 'fields'>,
  chunks: readonly JpegChunk[],
  widthPx: number,
  maxScans: number,
): Promise<void> {
  const tables = Uint8Array.from(page.fields.get(tag.jpegTables)?.values ?? []);
  const walked = new Set<string>();
  let bytesLeft = mostOverlap * page.file.length;
  // Each may have as many scans as one that is the whole page, so all of them together take no more time.
  const pageSize = { widthPx, heightPx: chunks.reduce((sum, { heightPx }) => sum + heightPx, 0) };
  for (const { at, bytes, heightPx } of chunks) {
    const name = `${at} ${bytes} ${heightPx}`;
    if (walked.has(name)) continue;
    walked.add(name);
    bytesLeft -= bytes;
    if (bytesLeft < 0 || tables.length > mostTableBytes) throw damaged();
    await checkChunk(tables, page.file.subarray(at, at + bytes), { widthPx, heightPx }, pageSize, maxScans);
  }
}

async function checkChunk(
  tables: Uint8Array,
  codes: Uint8Array,
  { widthPx, heightPx }: Size,
  pageSize: Size,
  maxScans: number,
): Promise<void> {
  const head = tables.subarray(0, Math.max(0, tables.length - markerBytes));
  const file = new Uint8Array(head.length + codes.length);
  file.set(head);
  file.set(head.length > 0 ? codes.subarray(markerBytes) : codes, head.length);
  const header = headerOf(file);
  if (header.rareCoding) {
    const kind = 'lossless or arithmetic JPEG, which is not read here';
    throw new ImageFault('invalid', `The TIFF file holds ${kind}; please save it with LZW or Deflate`);
  }
  try {
    if (header.widthPx < widthPx || header.heightPx < heightPx) {
      throw new ImageFault('invalid', `The JPEG codes are for ${header.widthPx}x${header.heightPx} pixels`);
    }
    checkScans({ ...header, ...pageSize }, { maxJpegScans: maxScans });
    await checkJpegComplete(file);
  } catch (cause) {
    throw cause instanceof ImageFault ? damaged(cause) : cause;
  }
}

function headerOf(file: Uint8Array): Header {
  try {
    return wholeHeader(() => atOnce(probeJpeg(new ByteReader(file))));
  } catch (cause) {
    throw cause instanceof ImageFault ? damaged(cause) : cause;
  }
}

function damaged(cause?: unknown): ImageFault {
  return new ImageFault('invalid', 'The TIFF file has a damaged or incomplete part; please export it again', cause);
}
