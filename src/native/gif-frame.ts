/** The blocks of a GIF file up to the end of its first frame: GIF89a specification. */
import { ByteReader } from '../pipeline/picture/bytes.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';

/** The first frame of a GIF file, still compressed. */
export interface GifFrame {
  /** Place on the canvas. */
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly interlaced: boolean;
  /** RGB triples. */
  readonly palette: Uint8Array;
  /** Index of pixels that stay transparent. */
  readonly transparent: number | null;
  /** LZW minimum code size. */
  readonly codeBits: number;
  /** LZW data without block lengths, as far as the file holds them. */
  readonly data: Uint8Array;
}

const extension = 0x21;
const graphicControl = 0xf9;
const imageSeparator = 0x2c;

/**
 * Reads all blocks up to the end of the first frame.
 * @throws ImageFault where there is no frame, RangeError past the end of the file
 */
export function readFirstFrame(file: Uint8Array): GifFrame {
  const reader = new ByteReader(file, true);
  const canvas = colourTable(reader, 10, 13);
  let at = canvas.end;
  let transparent: number | null = null;
  for (;;) {
    const block = reader.u8(at);
    if (block === extension) {
      // Section 23: flags, delay, transparent index.
      if (reader.u8(at + 1) === graphicControl) transparent = reader.u8(at + 3) & 1 ? reader.u8(at + 6) : null;
      at = endOfSubBlocks(reader, at + 2);
    } else if (block === imageSeparator) {
      return imageAt(reader, at, canvas.palette, transparent);
    } else {
      throw new ImageFault('invalid', 'The GIF file has no picture');
    }
  }
}

/** Section 20: image descriptor, local colour table, minimum code size, data. */
function imageAt(reader: ByteReader, at: number, canvasPalette: Uint8Array, transparent: number | null): GifFrame {
  const local = colourTable(reader, at + 9, at + 10);
  return {
    left: reader.u16(at + 1),
    top: reader.u16(at + 3),
    widthPx: reader.u16(at + 5),
    heightPx: reader.u16(at + 7),
    interlaced: (reader.u8(at + 9) & 0x40) !== 0,
    palette: local.palette.length > 0 ? local.palette : canvasPalette,
    transparent,
    codeBits: reader.u8(local.end),
    data: joinSubBlocks(reader.bytes, local.end + 1),
  };
}

function colourTable(reader: ByteReader, flagsAt: number, at: number): { palette: Uint8Array; end: number } {
  const flags = reader.u8(flagsAt);
  const end = flags & 0x80 ? at + 3 * 2 ** ((flags & 7) + 1) : at;
  return { palette: reader.bytes.subarray(at, end), end };
}

function endOfSubBlocks(reader: ByteReader, from: number): number {
  let at = from;
  for (let length = reader.u8(at); length > 0; length = reader.u8(at)) at += 1 + length;
  return at + 1;
}

/** The last block may be cut short and the terminator may be missing: pixels are counted later. */
function joinSubBlocks(file: Uint8Array, from: number): Uint8Array {
  const data = new Uint8Array(file.length - Math.min(from, file.length));
  let bytes = 0;
  for (let at = from; at < file.length && file[at] > 0; at += 1 + file[at]) {
    const block = file.subarray(at + 1, at + 1 + file[at]);
    data.set(block, bytes);
    bytes += block.length;
  }
  return data.subarray(0, bytes);
}
