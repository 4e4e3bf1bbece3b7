/** As much PNG as `cutoutLocally` needs: RGB written, 8-bit grey read, as the service writes mattes. W3C PNG, third edition. */
import type { Grey } from './matte.ts';
import type { Rgb } from './shrink.ts';
import { gathered, piecesOf } from './streams.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG of the picture, each row stored as its difference from the one above it. */
export async function encodeRgb({ width, height, data }: Rgb): Promise<Blob> {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1);
    rows[to] = 2;
    for (let at = 0; at < stride; at++) {
      rows[to + 1 + at] = data[y * stride + at] - (y > 0 ? data[(y - 1) * stride + at] : 0);
    }
  }
  const header = new Uint8Array([...word(width), ...word(height), 8, 2, 0, 0, 0]);
  const packed = await through(new CompressionStream('deflate'), rows);
  const parts = [new Uint8Array(signature), ...chunk('IHDR', header), ...chunk('IDAT', packed)];
  return new Blob([...parts, ...chunk('IEND', new Uint8Array(0))], { type: 'image/png' });
}

/** The samples of an 8-bit grey PNG. @throws Error where it is another kind of picture */
export async function decodeGrey(png: Uint8Array<ArrayBuffer>): Promise<Grey> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const packed: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === 'IDAT') packed.push(data);
  }
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || colour !== 0 || interlace !== 0) throw new Error('Expected an 8-bit grey PNG');
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const rows = await through(new DecompressionStream('deflate'), ...packed);
  if (rows.length !== (width + 1) * height)
    throw new Error('The PNG has another number of rows than its header states');
  return { width, height, data: unfiltered(rows, width, height) };
}

/** Section 9: each sample is stored as its difference from a guess by its neighbours. */
function unfiltered(rows: Uint8Array, width: number, height: number): Uint8Array {
  const samples = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (width + 1)];
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = x > 0 ? samples[at - 1] : 0;
      const above = y > 0 ? samples[at - width] : 0;
      const corner = x > 0 && y > 0 ? samples[at - width - 1] : 0;
      samples[at] = rows[y * (width + 1) + 1 + x] + guess(filter, left, above, corner);
    }
  }
  return samples;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  return filter === 3 ? (left + above) >> 1 : paeth(left, above, corner);
}

/** Section 9.4. */
function paeth(left: number, above: number, corner: number): number {
  const byLeft = Math.abs(above - corner);
  const byAbove = Math.abs(left - corner);
  const byCorner = Math.abs(left + above - corner - corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

function through(change: CompressionStream | DecompressionStream, ...pieces: Uint8Array<ArrayBuffer>[]) {
  return gathered(piecesOf(new Blob(pieces).stream().pipeThrough(change)));
}

/** Section 5.3: length, type, data, checksum of type and data. */
function chunk(type: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0));
  return [new Uint8Array(word(data.length)), name, data, new Uint8Array(word(crc([name, data])))];
}

function word(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** Annex D. */
function crc(pieces: readonly Uint8Array[]): number {
  let sum = 0xffffffff;
  for (const piece of pieces) {
    for (const byte of piece) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return ~sum >>> 0;
}
