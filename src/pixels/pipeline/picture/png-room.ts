/** The memory that a PNG takes at the edge where it is read by rows, known from its header. */
import type { Header } from './header.ts';
import { mostKeptBytes, type PictureBytes, streamedBytes } from './row-room.ts';

/** What a decoder has whatever the rows: its own data, zlib's window, and what is written at a time. */
const ownBytes = 512 * 1024;

/** Whether a PNG is decoded anew in each reading of its rows. One that is turned or mirrored is kept, however large. */
export function isPngStreamed(header: Header): boolean {
  return header.orientation === 1 && frameBytes(header) > mostKeptBytes;
}

/** All that a PNG takes that is not interlaced, the file excepted. */
export function pngBytes(header: Header): PictureBytes {
  const decoder = pngDecoderBytes(header);
  if (isPngStreamed(header)) return streamedBytes(decoder);
  const frame = frameBytes(header);
  return { decoding: decoder + frame, decoded: frame };
}

/** Bytes that a decoder may take: four rows as they are stored, and two of what is made of them. */
export function pngDecoderBytes(header: Header): number {
  const { widthPx, bitsPerSample } = header;
  const stored = Math.ceil((widthPx * storedSamples(header) * bitsPerSample) / 8) + 1;
  return ownBytes + 4 * stored + 2 * widthPx * channelsOf(header);
}

function frameBytes(header: Header): number {
  return header.widthPx * header.heightPx * channelsOf(header);
}

/** RGBA where there may be alpha, else RGB. */
function channelsOf({ hasAlpha }: Header): 3 | 4 {
  return hasAlpha ? 4 : 3;
}

/** Of a pixel; one too many where alpha is one colour of the others. */
function storedSamples({ colour, hasAlpha }: Header): number {
  if (colour === 'palette') return 1;
  return (colour === 'grey' ? 1 : 3) + (hasAlpha ? 1 : 0);
}
