/** The first frame of a GIF file, up to its end: GIF89a specification. */
import { atOnce } from '../../pixels/bounds/shared-thread.ts';
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { firstGifFrame, type GifFrameStart, gifColourTable } from '../../pixels/pipeline/probe/gif.ts';

/** The first frame of a GIF file, still compressed. */
export interface GifFrame extends GifFrameStart {
  readonly interlaced: boolean;
  /** RGB triples. */
  readonly palette: Uint8Array;
  /** LZW minimum code size. */
  readonly codeBits: number;
  /** LZW data without block lengths, as far as the file holds them. */
  readonly data: Uint8Array;
}

/**
 * Reads all blocks up to the end of the first frame: section 20, image descriptor, local colour table, minimum code
 * size, data.
 * @throws ImageFault where there is no frame, RangeError past the end of the file
 */
export function readFirstFrame(file: Uint8Array): GifFrame {
  const reader = new ByteReader(file, true);
  const start = atOnce(firstGifFrame(reader));
  const local = gifColourTable(reader, start.at + 9, start.at + 10);
  return {
    ...start,
    interlaced: (reader.u8(start.at + 9) & 0x40) !== 0,
    palette: local.palette.length > 0 ? local.palette : gifColourTable(reader, 10, 13).palette,
    codeBits: reader.u8(local.end),
    data: joinSubBlocks(file, local.end + 1),
  };
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
