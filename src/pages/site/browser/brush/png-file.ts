/** The parts of a PNG file, read and put together without a change: W3C PNG Specification (Third Edition), section 5. */
import { crc32 } from './crc32.ts';

/** Bytes in memory that no other thread shares. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What an edited file takes over from the one that was given. */
export interface PngFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whole chunks between the header and the pixels, such as the colour profile. */
  readonly before: readonly Bytes[];
  /** Whole chunks between the pixels and the end. */
  readonly after: readonly Bytes[];
}

/** A file: its frame, and its pixels in one zlib stream. */
export interface PngFile extends PngFrame {
  readonly compressed: readonly Bytes[];
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Length, type and checksum around the data of a chunk. */
const aroundData = 12;
/** Header fields: 8 bits, RGBA, deflate, adaptive filters, not interlaced. */
const ofCutouts = Uint8Array.of(8, 6, 0, 0, 0);

/**
 * Takes a file apart.
 * @throws Error where it is no PNG as cutouts are: 8-bit RGBA, not interlaced
 */
export function pngFileOf(file: Bytes): PngFile {
  if (signature.some((byte, at) => file[at] !== byte)) throw new Error('The cutout is no PNG');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)];
  if (ofCutouts.some((byte, at) => file[24 + at] !== byte)) throw new Error('The cutout is no PNG with 8-bit RGBA');
  const [before, after, compressed]: Bytes[][] = [[], [], []];
  let at = signature.length + aroundData + 13;
  while (at + aroundData <= file.length) {
    const end = at + aroundData + view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (type === 'IEND') return { widthPx, heightPx, before, after, compressed };
    if (end > file.length) break;
    if (type === 'IDAT') compressed.push(file.subarray(at + 8, end - 4));
    else (compressed.length === 0 ? before : after).push(file.subarray(at, end));
    at = end;
  }
  throw new Error('The cutout ends too early');
}

/** Puts a file together. @param compressed its pixels in one zlib stream, in pieces */
export function joinedPng({ widthPx, heightPx, before, after }: PngFrame, compressed: readonly Bytes[]): Blob {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, widthPx);
  view.setUint32(4, heightPx);
  header.set(ofCutouts, 8);
  const pixels = compressed.map((piece) => chunk('IDAT', piece));
  const end = chunk('IEND', new Uint8Array(0));
  return new Blob([signature, chunk('IHDR', header), ...before, ...pixels, ...after, end], { type: 'image/png' });
}

function chunk(type: string, data: Bytes): Bytes {
  const out = new Uint8Array(aroundData + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at++) out[4 + at] = type.charCodeAt(at);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}
