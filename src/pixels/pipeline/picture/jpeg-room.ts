/** The memory that a JPEG takes at the edge, known from its header. */
import type { Header } from './header.ts';
import { mostKeptBytes, type PictureBytes, streamedBytes } from './row-room.ts';
import { swapsSides } from './turn.ts';

const rgbBytes = 3;
const coefficientBytes = 2;
/** Of an entry of the index. */
const entryBytes = 24;
/** Most pixels that are coded together, from left to right and from top to bottom. */
const widestUnitPx = 32;

/** Most bytes of the columns that a reading of a turned JPEG holds upright, where they are not the fewest. */
const stripBytes = 8 * 1024 * 1024;
/** What is beside them is decoded with them, and counts little. */
const stripColumns = { fewest: 128, most: 512 };

/**
 * Whether a JPEG is decoded anew in each reading of its rows, in memory that does not grow with its area. One that is to be mirrored
 * or turned by a half is not.
 */
export function isStreamed({ wholeFrame, orientation, widthPx, heightPx }: Header): boolean {
  const isInOrder = orientation === 1 || swapsSides(orientation);
  return !wholeFrame && isInOrder && widthPx * heightPx * rgbBytes > mostKeptBytes;
}

/** All that a JPEG takes, the file excepted. */
export function jpegBytes(header: Header): PictureBytes {
  const decoder = decoderBytes(header);
  if (!isStreamed(header)) {
    const frame = header.widthPx * header.heightPx * rgbBytes;
    return { decoding: decoder + frame, decoded: frame };
  }
  return streamedBytes(decoder, isTurnedByStrips(header) ? indexBytes(header) : 0);
}

/**
 * Bytes that a decoder may take: rows of blocks in all their stages, and where it has to hold all, coefficients. One that turns a
 * strip holds that, and decodes no other rows than those of the strip and of what is beside it.
 */
export function decoderBytes(header: Header): number {
  const { wholeFrame, widthPx, heightPx, samplesPerPixel = 3 } = header;
  if (wholeFrame) {
    const samples = (widthPx + widestUnitPx) * (heightPx + widestUnitPx) * samplesPerPixel;
    return rowsBytes(widthPx) + samples * coefficientBytes;
  }
  if (!isTurnedByStrips(header)) return rowsBytes(widthPx);
  const stripPx = Math.min(widthPx, stripWidthPx(header));
  return rowsBytes(stripPx + 2 * widestUnitPx) + stripPx * heightPx * rgbBytes;
}

/** Stored columns that a reading of a turned JPEG decodes at a time. */
export function stripWidthPx({ heightPx }: Pick<Header, 'heightPx'>): number {
  const columns = 64 * Math.floor(stripBytes / (heightPx * rgbBytes) / 64);
  return Math.min(stripColumns.most, Math.max(stripColumns.fewest, columns));
}

function rowsBytes(widthPx: number): number {
  return 512 * 1024 + widthPx * 256;
}

function isTurnedByStrips(header: Header): boolean {
  return isStreamed(header) && swapsSides(header.orientation);
}

/** Most bytes of the index: where no chroma is left out, it has twice the rows of blocks. */
function indexBytes(header: Header): number {
  const entriesOfRow = Math.ceil(header.widthPx / (stripWidthPx(header) - widestUnitPx / 2)) + 1;
  return Math.ceil(header.heightPx / 8) * entriesOfRow * entryBytes;
}
