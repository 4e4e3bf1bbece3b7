/** A whole decoded frame as a picture, upright. */
import type { CodePoints } from '../colour/code-points.ts';
import type { Orientation } from './header.ts';
import type { Channels, Picture, RowSource } from './picture.ts';
import { movesPixels, type SidesSwapped, type Stored, swapsSides, turnInPlace, turnRows } from './turn.ts';

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
  readonly codePoints?: CodePoints;
}

/** Most bytes of a frame that is turned into new memory, which a host counts. A larger one is turned in each reading. */
export const mostTurnedBytes = 128 * 1024 * 1024;

/**
 * The frame upright, so that reading its rows costs nothing more. The frame that was given is needed no longer.
 * @param spare memory for it, whose content is needed no longer; new memory where it is left out
 * @returns the very frame where its sides stay, or where it does not fit
 */
export function turnedOnce(frame: DecodedFrame, spare?: ArrayBuffer): DecodedFrame {
  const { widthPx, heightPx, channels, orientation } = frame;
  const bytes = widthPx * heightPx * channels;
  const fits = bytes <= (spare?.byteLength ?? mostTurnedBytes) && frame.samples.buffer !== spare;
  if (!swapsSides(orientation) || !fits) return frame;
  const samples = spare ? new Uint8Array(spare, 0, bytes) : new Uint8Array(bytes);
  turnRows(storedOf(frame), orientation, 0, widthPx, samples);
  return { ...frame, widthPx: heightPx, heightPx: widthPx, samples, orientation: 1 };
}

/**
 * Makes a picture of a frame. The samples are not copied: they belong to the picture until it is closed, which turns them
 * where they are, or where the sides are the other way round as its rows are read.
 * @throws Error from `rows()` after `close()`
 */
export function framePicture(frame: DecodedFrame): Picture {
  const { widthPx, heightPx, channels, orientation, icc, codePoints } = frame;
  let stored: Stored | null = storedOf(frame);
  if (movesPixels(orientation)) turnInPlace(stored, orientation);
  const upright = swapsSides(orientation) ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
  return {
    ...upright,
    channels,
    icc,
    codePoints,
    rows() {
      if (!stored) throw new Error('The picture was closed');
      return swapsSides(orientation) ? turnedRows(stored, orientation) : storedRows(stored);
    },
    close() {
      stored = null;
    },
  };
}

/** The samples as bytes; where pixels of four bytes are to be moved, at a place where each is one number. */
function storedOf({ widthPx, heightPx, channels, samples, orientation }: DecodedFrame): Stored {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, widthPx * heightPx * channels);
  const isMoved = channels === 4 && orientation > 1 && samples.byteOffset % 4 > 0;
  return { widthPx, heightPx, channels, samples: isMoved ? bytes.slice() : bytes };
}

function storedRows({ widthPx, channels, samples }: Stored): RowSource {
  const stride = widthPx * channels;
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

/** Most bytes of upright rows that are turned at a time: so many that a stored row gives several cache lines of each. */
const bandBytes = 1024 * 1024;
/** Fewest rows of them, however long they are. */
const leastRows = 16;

function turnedRows(stored: Stored, orientation: SidesSwapped): RowSource {
  const heightPx = stored.widthPx;
  const stride = stored.heightPx * stored.channels;
  const bandRows = Math.max(leastRows, Math.floor(bandBytes / stride));
  let band = new Uint8Array(0);
  let [bandTop, bandEnd, y] = [0, 0, 0];
  return {
    next(count) {
      const rows = Math.max(0, Math.min(count, heightPx - y));
      if (rows > 0 && y + rows > bandEnd) {
        // As many readings of that size as fit, so that the next ones find theirs.
        const turned = Math.min(heightPx - y, Math.max(rows, bandRows - (bandRows % rows)));
        if (band.length < turned * stride) band = new Uint8Array(turned * stride);
        turnRows(stored, orientation, y, turned, band.subarray(0, turned * stride));
        [bandTop, bandEnd] = [y, y + turned];
      }
      const from = (y - bandTop) * stride;
      y += rows;
      return band.subarray(from, from + rows * stride);
    },
    skip(count) {
      y += count;
    },
  };
}
