/** Windows of row decoders, read and compared. */
import { expect } from 'vitest';
import type { PixelWindow, RowDecoder } from '../row-decoder.ts';

/** So many rows at a time that windows end between two calls. */
const rowsAtOnce = 5;

/** All rows of a window. */
export function rowsOf(reader: RowDecoder, window?: PixelWindow): Buffer {
  if (window) reader.window(window);
  const { widthPx, heightPx } = window ?? reader;
  const rowBytes = widthPx * reader.channels;
  const all = Buffer.alloc(rowBytes * heightPx);
  for (let row = 0; ; ) {
    const count = reader.read(rowsAtOnce, all.subarray(row * rowBytes));
    if (count === 0) return all.subarray(0, row * rowBytes);
    row += count;
  }
}

/** A window cut out of whole rows. */
export function cut(all: Buffer, widthPx: number, channels: number, window: PixelWindow): Buffer {
  const rows = Array.from({ length: window.heightPx }, (_, row) => {
    const start = ((window.topPx + row) * widthPx + window.leftPx) * channels;
    return all.subarray(start, start + window.widthPx * channels);
  });
  return Buffer.concat(rows);
}

/** Windows of a reader are parts of the whole picture, its corners among them. */
export function expectParts(reader: RowDecoder, all: Buffer): void {
  const { widthPx, heightPx, channels } = reader;
  const [right, bottom] = [widthPx - 1, heightPx - 1];
  const windows: PixelWindow[] = [
    { leftPx: 0, topPx: 0, widthPx: 1, heightPx: 1 },
    { leftPx: right, topPx: bottom, widthPx: 1, heightPx: 1 },
    { leftPx: right >> 2, topPx: bottom >> 3, widthPx: Math.ceil(widthPx / 16), heightPx: Math.ceil(heightPx / 16) },
    { leftPx: right >> 3, topPx: bottom >> 3, widthPx: Math.ceil(widthPx / 2), heightPx: Math.ceil(heightPx / 2) },
    { leftPx: 0, topPx: bottom >> 1, widthPx: Math.ceil(widthPx / 2), heightPx: Math.ceil(heightPx / 32) },
    { leftPx: right >> 1, topPx: 0, widthPx: widthPx - (right >> 1), heightPx },
    { leftPx: 0, topPx: 0, widthPx, heightPx },
  ];
  for (const window of windows) {
    expect(rowsOf(reader, window).equals(cut(all, widthPx, channels, window)), JSON.stringify(window)).toBe(true);
  }
}
