/**
 * Pixels of a PNG, row by row and without loss. A canvas would multiply colours by alpha and lose some of them, so the
 * browser decompresses alone, and rows are filtered here: W3C PNG Specification (Third Edition), section 9.
 */
import type { Bytes, PngFile } from './png-file.ts';

/** Bytes of an RGBA pixel. */
const pixelBytes = 4;
const paethFilter = 4;

/**
 * Reads all rows, from the top.
 * @param onRow is given each row, four bytes a pixel, which is valid during the call
 * @throws Error where the pixels are broken
 */
export async function readPixels(
  { widthPx, heightPx, compressed }: Pick<PngFile, 'widthPx' | 'heightPx' | 'compressed'>,
  onRow: (row: Uint8Array, y: number) => void,
): Promise<void> {
  const stride = widthPx * pixelBytes;
  const line = new Uint8Array(stride + 1);
  let [above, row] = [new Uint8Array(stride), new Uint8Array(stride)];
  let [filled, y] = [0, 0];
  const reader = new Blob([...compressed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    for (let at = 0; at < value.length && y < heightPx; ) {
      const count = Math.min(line.length - filled, value.length - at);
      line.set(value.subarray(at, at + count), filled);
      at += count;
      filled += count;
      if (filled < line.length) break;
      unfilter(line, above, row);
      onRow(row, y++);
      [above, row, filled] = [row, above, 0];
    }
  }
  if (y < heightPx) throw new Error('The cutout ends too early');
}

/**
 * Compresses rows.
 * @param writeRow writes a row as it is asked for, from the top
 * @returns one zlib stream in pieces
 */
export async function compressedPixels(
  widthPx: number,
  heightPx: number,
  writeRow: (y: number, into: Uint8ClampedArray) => void,
): Promise<Bytes[]> {
  const stride = widthPx * pixelBytes;
  let [above, row] = [new Uint8ClampedArray(stride), new Uint8ClampedArray(stride)];
  let y = 0;
  const rows = new ReadableStream<Bytes>({
    pull(controller) {
      if (y === heightPx) return controller.close();
      writeRow(y++, row);
      controller.enqueue(filtered(row, above));
      [above, row] = [row, above];
    },
  });
  const pieces: Bytes[] = [];
  const reader = rows.pipeThrough(new CompressionStream('deflate')).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
  }
}

/** Every row by Paeth, which suits photos, and costs nothing where all is empty. */
function filtered(row: Uint8ClampedArray, above: Uint8ClampedArray): Bytes {
  const line = new Uint8Array(row.length + 1);
  line[0] = paethFilter;
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : row[at - pixelBytes];
    const corner = at < pixelBytes ? 0 : above[at - pixelBytes];
    line[at + 1] = row[at] - paeth(left, above[at], corner);
  }
  return line;
}

/** @param line led by the number of its filter */
function unfilter(line: Uint8Array, above: Uint8Array, into: Uint8Array): void {
  const filter = line[0];
  if (filter > paethFilter) throw new Error(`The cutout has a row of the unknown filter ${filter}`);
  for (let at = 0; at < into.length; at++) {
    const left = at < pixelBytes ? 0 : into[at - pixelBytes];
    const corner = at < pixelBytes ? 0 : above[at - pixelBytes];
    into[at] = line[at + 1] + predicted(filter, left, above[at], corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case paethFilter:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
