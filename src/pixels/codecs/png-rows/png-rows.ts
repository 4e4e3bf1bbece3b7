/** PNG files read by rows: all colours and depths, as 8 bits of RGB or RGBA. */
import { atOnce, inTurns, SharedThread } from '../../bounds/shared-thread.ts';
import { type PngParts, readPngParts } from '../../pipeline/picture/png-parts.ts';
import { faultOf } from '../given-up.ts';
import { BeyondRowDecoder, type RowDecoder, type RowDecoderOptions } from '../row-decoder.ts';
import { windowedRows } from '../windowed-rows.ts';
import { PngDecoder } from './decoder.ts';
import { pngForm } from './form.ts';
import { PixelStream } from './stream.ts';

/** PNG has one size. */
export type PngRowsOptions = Omit<RowDecoderOptions, 'eighths'>;

const interlaceAt = 12;
/** Rows that are checked between two looks at the time that they took, and what a pixel takes: measured, of noise. */
const rowsAtOnce = 16;
const pixelUs = 0.02;

/**
 * Begins with the rows of a PNG file.
 * @param file is not changed, and neither may be until the reader is closed
 * @param parts of the file, whose chunks are read at once where they are left out
 * @throws ImageFault for broken data; reading throws it, too, where rows are broken or missing, and behind the last one for the checksum of all
 * @throws BeyondRowDecoder for an interlaced picture, and where the grant is too small
 */
export function openPngRows(file: Uint8Array, options: PngRowsOptions, parts = atOnce(readPngParts(file))): RowDecoder {
  return windowedRows(() => openDecoder(file, parts, options), 'PNG');
}

/**
 * Goes over a whole file, in some two thirds of the time that decoding takes. Others have their turns.
 * @throws ImageFault where reading its rows would throw it; BeyondRowDecoder
 */
export async function checkPngRows(
  file: Uint8Array,
  options: PngRowsOptions,
  thread = new SharedThread(),
): Promise<void> {
  try {
    const decoder = openDecoder(file, await inTurns(readPngParts(file), thread), options);
    const { widthPx, heightPx } = decoder;
    for (let y = 0; y < heightPx; y += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, heightPx - y);
      decoder.checkRows(count);
      await thread.after(count * widthPx * pixelUs);
    }
  } catch (cause) {
    throw faultOf(cause, 'PNG');
  }
}

/** @throws GivenUp, ImageFault, BeyondRowDecoder */
function openDecoder(file: Uint8Array, parts: PngParts, { grantedBytes }: PngRowsOptions): PngDecoder {
  if (parts.header[interlaceAt] === 1) throw new BeyondRowDecoder('interlaced');
  return new PngDecoder(pngForm(parts), new PixelStream(file), grantedBytes);
}
