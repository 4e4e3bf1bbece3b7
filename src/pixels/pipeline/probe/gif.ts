/** GIF headers: GIF89a specification, sections 17 to 23. */
import { ByteReader, entryUs, passedByteUs } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header } from '../picture/header.ts';

const extension = 0x21;
const graphicControl = 0xf9;
const imageSeparator = 0x2c;

/** True for files that begin with `GIF87a` or `GIF89a`. */
export function isGif(reader: ByteReader): boolean {
  return reader.has(0, 'GIF87a') || reader.has(0, 'GIF89a');
}

/** What precedes the colours and pixels of the first frame. */
export interface GifFrameStart {
  /** Of its image descriptor (section 20). */
  readonly at: number;
  /** Place on the screen. */
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Index of pixels that stay transparent. */
  readonly transparent: number | null;
}

/**
 * Finds the first frame. The blocks before it are its steps.
 * @param reader little-endian
 * @throws ImageFault where there is no frame, RangeError where the file ends before
 */
export function* firstGifFrame(reader: ByteReader): Generator<number, GifFrameStart, void> {
  let at = gifColourTable(reader, 10, 13).end;
  let transparent: number | null = null;
  for (;;) {
    const block = reader.u8(at);
    if (block === extension) {
      // Section 23: flags, delay, transparent index.
      if (reader.u8(at + 1) === graphicControl) transparent = reader.u8(at + 3) & 1 ? reader.u8(at + 6) : null;
      const end = endOfSubBlocks(reader, at + 2);
      yield entryUs + (end - at) * passedByteUs;
      at = end;
    } else if (block === imageSeparator) {
      const [left, top] = [reader.u16(at + 1), reader.u16(at + 3)];
      return { at, left, top, widthPx: reader.u16(at + 5), heightPx: reader.u16(at + 7), transparent };
    } else {
      throw new ImageFault('invalid', 'The GIF file has no picture');
    }
  }
}

/** RGB triples at `at`, where the byte at `flagsAt` says that there are any, and where they end. */
export function gifColourTable(reader: ByteReader, flagsAt: number, at: number): { palette: Uint8Array; end: number } {
  const flags = reader.u8(flagsAt);
  const end = flags & 0x80 ? at + 3 * 2 ** ((flags & 7) + 1) : at;
  return { palette: reader.bytes.subarray(at, end), end };
}

/**
 * Reads the header of a GIF file. The canvas covers the screen and the first frame at its place, for many files state a
 * screen of nothing or one that is too small. Alpha and animation, which only later blocks show, are assumed.
 * @throws ImageFault where there is no frame, RangeError where the file ends before
 */
export function* probeGif({ bytes }: ByteReader): Generator<number, Header, void> {
  const reader = new ByteReader(bytes, true);
  const frame = yield* firstGifFrame(reader);
  return {
    format: 'gif',
    widthPx: Math.max(reader.u16(6), frame.left + frame.widthPx),
    heightPx: Math.max(reader.u16(8), frame.top + frame.heightPx),
    orientation: 1,
    colour: 'palette',
    bitsPerSample: 8,
    hasAlpha: true,
    animated: true,
    wholeFrame: true,
    hasIcc: false,
  };
}

function endOfSubBlocks(reader: ByteReader, from: number): number {
  let at = from;
  for (let length = reader.u8(at); length > 0; length = reader.u8(at)) at += 1 + length;
  return at + 1;
}
