/** The memory that a lossy WebP takes at the edge, known from its header. */
import type { Header } from './header.ts';
import { mostKeptBytes, type PictureBytes, streamedBytes } from './row-room.ts';

/** What a decoder has whatever the picture: its own data, the modes of macroblocks, and parts of the file. */
const ownBytes = 768 * 1024;
/** Rows of macroblocks in all their stages, and finished rows. */
const columnBytes = 256;
/** Of alpha: trees of codes, a row of them in words, and the words, the plane and the file's chunk of all. */
const alpha = { ownBytes: 2 * 1024 * 1024, columnBytes: 128, pixelBytes: 6 };

/** Whether a lossy WebP is decoded anew in each reading of its rows. One with alpha is kept, or one that is turned or mirrored. */
export function isWebpStreamed(header: Header): boolean {
  return !header.hasAlpha && header.orientation === 1 && frameBytes(header) > mostKeptBytes;
}

/** All that a lossy WebP takes, the file excepted. */
export function webpBytes(header: Header): PictureBytes {
  const decoder = webpDecoderBytes(header);
  if (isWebpStreamed(header)) return streamedBytes(decoder);
  const frame = frameBytes(header);
  return { decoding: decoder + frame, decoded: frame };
}

/** Bytes that a decoder may take: rows, and where there is alpha, all of that. */
export function webpDecoderBytes({ widthPx, heightPx, hasAlpha }: Header): number {
  const rows = ownBytes + widthPx * columnBytes;
  return hasAlpha ? rows + alpha.ownBytes + widthPx * (alpha.columnBytes + heightPx * alpha.pixelBytes) : rows;
}

function frameBytes({ widthPx, heightPx, hasAlpha }: Header): number {
  return widthPx * heightPx * (hasAlpha ? 4 : 3);
}
