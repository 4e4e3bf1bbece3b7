/** A whole decoded frame as a picture. Rows are turned upright as they are read, so the frame exists once. */
import type { Orientation } from './header.ts';
import type { Channels, Picture, RowSource } from './picture.ts';

export interface Frame {
  /** As stored, before orientation. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  /** Row-major, interleaved, without padding. */
  readonly samples: Uint8Array | Uint8ClampedArray;
  readonly orientation: Orientation;
  readonly icc: Uint8Array | null;
}

/** Step through the stored pixels that reads one upright picture: start, step to the right, step down. */
interface Walk {
  readonly start: number;
  readonly right: number;
  readonly down: number;
}

export function framePicture(frame: Frame): Picture {
  const { widthPx, heightPx, channels, orientation, icc } = frame;
  let samples: Uint8Array | null = new Uint8Array(
    frame.samples.buffer,
    frame.samples.byteOffset,
    widthPx * heightPx * channels,
  );
  const turned = orientation >= 5;
  const upright = { widthPx: turned ? heightPx : widthPx, heightPx: turned ? widthPx : heightPx };
  return {
    ...upright,
    channels,
    icc,
    rows() {
      if (!samples) throw new Error('The picture was closed');
      return orientation === 1
        ? storedRows(samples, upright.widthPx * channels)
        : turnedRows(samples, upright, channels, walk(orientation, widthPx, heightPx));
    },
    close() {
      samples = null;
    },
  };
}

function storedRows(samples: Uint8Array, stride: number): RowSource {
  let at = 0;
  return {
    next(count) {
      const rows = samples.subarray(at, at + count * stride);
      at += rows.length;
      return rows;
    },
  };
}

function turnedRows(
  samples: Uint8Array,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  channels: number,
  { start, right, down }: Walk,
): RowSource {
  let y = 0;
  let buffer = new Uint8Array(0);
  return {
    next(count) {
      const rows = Math.min(count, heightPx - y);
      const bytes = rows * widthPx * channels;
      if (buffer.length < bytes) buffer = new Uint8Array(bytes);
      for (let row = 0, to = 0; row < rows; row++, y++) {
        let from = (start + y * down) * channels;
        for (let x = 0; x < widthPx; x++, from += right * channels) {
          for (let channel = 0; channel < channels; channel++) buffer[to++] = samples[from + channel];
        }
      }
      return buffer.subarray(0, bytes);
    },
  };
}

/** EXIF 2.32, tag 274: which stored corner is the upright top left, and which way its row and column run. */
function walk(orientation: Orientation, width: number, height: number): Walk {
  const lastColumn = width - 1;
  const lastRow = (height - 1) * width;
  switch (orientation) {
    case 1:
      return { start: 0, right: 1, down: width };
    case 2:
      return { start: lastColumn, right: -1, down: width };
    case 3:
      return { start: lastRow + lastColumn, right: -1, down: -width };
    case 4:
      return { start: lastRow, right: 1, down: -width };
    case 5:
      return { start: 0, right: width, down: 1 };
    case 6:
      return { start: lastRow, right: -width, down: 1 };
    case 7:
      return { start: lastRow + lastColumn, right: -width, down: -1 };
    case 8:
      return { start: lastColumn, right: width, down: -1 };
  }
}
