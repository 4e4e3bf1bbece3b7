/** Detects what a file is by its content, never by its name or declared type, before any pixel is decoded. */
import { ByteReader } from '../picture/bytes.ts';
import { HeaderFault, ImageFault, ReaderFault } from '../picture/fault.ts';
import type { Header } from '../picture/header.ts';
import { isBmp, probeBmp } from './bmp.ts';
import { isGif, probeGif } from './gif.ts';
import { isHeif, probeHeif } from './heif.ts';
import { isJpeg, probeJpeg } from './jpeg.ts';
import { isPng, probePng } from './png.ts';
import { isTiff, probeTiff } from './tiff.ts';
import { isWebp, probeWebp } from './webp.ts';

const formats: readonly { matches(reader: ByteReader): boolean; probe(reader: ByteReader): Header }[] = [
  { matches: isJpeg, probe: probeJpeg },
  { matches: isPng, probe: probePng },
  { matches: isWebp, probe: probeWebp },
  { matches: isHeif, probe: probeHeif },
  { matches: isTiff, probe: probeTiff },
  { matches: isGif, probe: probeGif },
  { matches: isBmp, probe: probeBmp },
];

/**
 * Reads the header of a file. Its numbers are whole and positive; whether they are too large is for `checkSize`.
 * @throws ImageFault `unsupported` for none of the eight formats; a HeaderFault for one whose header is broken, a
 * ReaderFault where it was our reading that failed
 */
export function probe(file: Uint8Array): Header {
  try {
    const header = read(new ByteReader(file));
    if (header.widthPx < 1 || header.heightPx < 1) throw new ImageFault('invalid', 'The image has no pixels');
    return header;
  } catch (cause) {
    if (cause instanceof ImageFault) throw cause.kind === 'invalid' ? new HeaderFault(cause.message, cause) : cause;
    if (cause instanceof RangeError) throw new HeaderFault('The image header is incomplete', cause);
    throw new ReaderFault(cause);
  }
}

function read(reader: ByteReader): Header {
  const format = formats.find(({ matches }) => matches(reader));
  if (!format) throw new ImageFault('unsupported', 'The file is not an image of a supported format');
  return format.probe(reader);
}
