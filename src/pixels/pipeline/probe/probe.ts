/** Detects what a file is by its content, never by its name or declared type, before any pixel is decoded. */
import { atOnce, inTurns, type SharedThread } from '../../bounds/shared-thread.ts';
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

type Steps = Generator<number, Header, void>;

/** Those whose files have lists of any length read them in steps. */
const formats: readonly { matches(reader: ByteReader): boolean; probe(reader: ByteReader): Header | Steps }[] = [
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
  return atOnce(probed(file));
}

/** The same, while others have their turns: a file may have a million chunks. */
export function probeInTurns(file: Uint8Array, thread?: SharedThread): Promise<Header> {
  return inTurns(probed(file), thread);
}

function* probed(file: Uint8Array): Steps {
  try {
    const header = yield* read(new ByteReader(file));
    if (header.widthPx < 1 || header.heightPx < 1) throw new ImageFault('invalid', 'The image has no pixels');
    return header;
  } catch (cause) {
    if (cause instanceof ImageFault) throw cause.kind === 'invalid' ? new HeaderFault(cause.message, cause) : cause;
    if (cause instanceof RangeError) throw new HeaderFault('The image header is incomplete', cause);
    throw new ReaderFault(cause);
  }
}

function* read(reader: ByteReader): Steps {
  const format = formats.find(({ matches }) => matches(reader));
  if (!format) throw new ImageFault('unsupported', 'The file is not an image of a supported format');
  const header = format.probe(reader);
  return 'format' in header ? header : yield* header;
}
