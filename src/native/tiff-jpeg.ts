/** Strips and tiles of JPEG codes (TIFF Technical Note 2), whose decoders fill what is missing and hardly say so. */
import { ByteReader } from '../pipeline/picture/bytes.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { checkJpegComplete } from '../pipeline/picture/jpeg-walk.ts';
import { probeJpeg } from '../pipeline/probe/jpeg.ts';
import { wholeHeader } from './whole-header.ts';

/** SOI and EOI. */
const markerBytes = 2;

/**
 * Checks that one strip or tile holds all blocks of its size.
 * @param tables JPEGTables of the page, empty where there is none
 * @throws ImageFault where it does not, or has a coding that cannot be counted
 */
export function checkJpegChunk(
  tables: Uint8Array,
  codes: Uint8Array,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  maxScans: number,
): void {
  const head = tables.subarray(0, Math.max(0, tables.length - markerBytes));
  const file = new Uint8Array(head.length + codes.length);
  file.set(head);
  file.set(head.length > 0 ? codes.subarray(markerBytes) : codes, head.length);
  try {
    const header = wholeHeader(() => probeJpeg(new ByteReader(file)));
    if (header.rareCoding) throw new ImageFault('invalid', 'The JPEG codes are arithmetic or lossless');
    if (header.widthPx < widthPx || header.heightPx < heightPx) {
      throw new ImageFault('invalid', `The JPEG codes are for ${header.widthPx}x${header.heightPx} pixels`);
    }
    checkJpegComplete(file, maxScans);
  } catch (cause) {
    if (!(cause instanceof ImageFault)) throw cause;
    throw new ImageFault('invalid', 'The TIFF file has a damaged or incomplete part; please export it again', cause);
  }
}
