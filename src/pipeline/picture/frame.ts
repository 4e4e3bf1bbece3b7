/** A whole decoded frame as a picture. Rows are turned upright as they are read, so the frame exists once. */
import type { Orientation } from './header.ts';
import type { Channels, Picture, RowSource } from './picture.ts';

/** All pixels of a picture as a decoder gives them. */
export interface DecodedFrame {
  /** As stored, before orientation. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  /** Row-major, interleaved, without padding. */
  readonly samples: Uint8Array | Uint8ClampedArray;
  readonly orientation: Orientation;
  readonly icc: Uint8Array | null;
}

/** How the stored pixels are read as upright rows: the first one, the step to the right, the step down. In pixels. */
interface Walk {
  readonly start: number;
  readonly right: number;
  readonly down: number;
}

/**
 * Makes a picture of a frame. The samples are not copied: they belong to the picture until it is closed.
 * @throws Error from `rows()` after `close()`
 */
export function framePicture(frame: DecodedFrame): Picture {
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
    skip(count) {
      at += count * stride;
    },
  };
}

/** Rows that are turned at a time where a row runs down the stored columns: each cache line then gives several of them. */
const blockRows = 32;

function turnedRows(
  samples: Uint8Array,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  channels: number,
  walk: Walk,
): RowSource {
  const stride = widthPx * channels;
  const block = new Uint8Array(Math.min(blockRows, heightPx) * stride);
  let blockTop = 0;
  let blockEnd = 0;
  let y = 0;
  let several = new Uint8Array(0);

  const fill = (): void => {
    blockTop = y;
    blockEnd = Math.min(heightPx, y + blockRows);
    turnBlock(samples, channels, walk, { top: blockTop, rows: blockEnd - blockTop, widthPx }, block);
  };
  return {
    next(count) {
      const rows = Math.min(count, heightPx - y);
      if (rows <= 0) return block.subarray(0, 0);
      if (several.length < rows * stride) several = new Uint8Array(rows * stride);
      for (let done = 0; done < rows; ) {
        if (y >= blockEnd) fill();
        const taken = Math.min(rows - done, blockEnd - y);
        const from = (y - blockTop) * stride;
        several.set(block.subarray(from, from + taken * stride), done * stride);
        done += taken;
        y += taken;
      }
      return several.subarray(0, rows * stride);
    },
    skip(count) {
      y += count;
    },
  };
}

/** Fills upright rows from the stored pixels, the row loop innermost: neighbours there are neighbours in memory. */
function turnBlock(
  samples: Uint8Array,
  channels: number,
  { start, right, down }: Walk,
  { top, rows, widthPx }: { top: number; rows: number; widthPx: number },
  into: Uint8Array,
): void {
  const stride = widthPx * channels;
  for (let x = 0; x < widthPx; x++) {
    let from = (start + top * down + x * right) * channels;
    let to = x * channels;
    for (let row = 0; row < rows; row++, from += down * channels, to += stride) {
      into[to] = samples[from];
      into[to + 1] = samples[from + 1];
      into[to + 2] = samples[from + 2];
      if (channels === 4) into[to + 3] = samples[from + 3];
    }
  }
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
