/** PNG files read by rows: all colours and depths, as 8 bits of RGB or RGBA. */
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { type PngParts, readPngParts } from '../../pipeline/picture/png-parts.ts';
import { brokenData } from '../broken-data.ts';
import { GivenUp } from '../given-up.ts';
import {
  BeyondRowDecoder,
  type Damage,
  type PixelWindow,
  type RowDecoder,
  type RowDecoderOptions,
} from '../row-decoder.ts';
import { PngDecoder, reasons } from './decoder.ts';
import { pngForm } from './form.ts';
import { PixelStream } from './stream.ts';

/** PNG has one size. */
export type PngRowsOptions = Omit<RowDecoderOptions, 'eighths'>;

const interlaceAt = 12;
/** A file with damages is refused. */
const noDamage: Damage = { warnings: 0, endedEarly: false };

/**
 * Reads what is in front of the rows of a PNG file, and compares the checksums of its chunks.
 * @param file is not changed, and neither may be until the reader is closed
 * @throws ImageFault for broken data; reading throws it, too, where rows are broken or missing, and behind the last one for the checksum of all
 * @throws BeyondRowDecoder for an interlaced picture, and where the grant is too small
 */
export function openPngRows(file: Uint8Array, options: PngRowsOptions): RowDecoder {
  return new PngRows(file, options);
}

/**
 * Goes over a whole file, in some two thirds of the time that decoding takes.
 * @throws ImageFault where reading its rows would throw it; BeyondRowDecoder
 */
export function checkPngRows(file: Uint8Array, options: PngRowsOptions): void {
  try {
    openDecoder(file, readPngParts(file), options).checkRows();
  } catch (cause) {
    throw faultOf(cause);
  }
}

/** @throws GivenUp, ImageFault, BeyondRowDecoder */
function openDecoder(file: Uint8Array, parts: PngParts, { grantedBytes }: PngRowsOptions): PngDecoder {
  if (parts.header[interlaceAt] === 1) throw new BeyondRowDecoder('interlaced');
  return new PngDecoder(pngForm(parts), new PixelStream(file), grantedBytes);
}

class PngRows implements RowDecoder {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly holdsWhole = false;
  readonly damage = noDamage;
  /** Null when closed. */
  #decoder: PngDecoder | null;
  #window: PixelWindow;
  /** The next row of the picture. */
  #row = 0;

  constructor(file: Uint8Array, options: PngRowsOptions) {
    try {
      const parts = readPngParts(file);
      const { widthPx, heightPx, channels } = pngForm(parts);
      this.widthPx = widthPx;
      this.heightPx = heightPx;
      this.channels = channels;
      this.#window = { leftPx: 0, topPx: 0, widthPx, heightPx };
      this.#decoder = openDecoder(file, parts, options);
    } catch (cause) {
      throw faultOf(cause);
    }
  }

  get heldBytes(): number {
    return this.#decoder?.heldBytes ?? 0;
  }

  window(window: PixelWindow): void {
    const { leftPx, topPx, widthPx, heightPx } = window;
    const numbers = [leftPx, topPx, widthPx, heightPx];
    const isInside = leftPx + widthPx <= this.widthPx && topPx + heightPx <= this.heightPx;
    if (!numbers.every((each) => Number.isInteger(each) && each >= 0) || widthPx < 1 || heightPx < 1 || !isInside) {
      throw new RangeError(`${numbers.join(', ')} is no window of ${this.widthPx}x${this.heightPx} pixels`);
    }
    this.#window = window;
    this.rewind();
  }

  rewind(): void {
    if (this.#row === 0) return;
    this.#row = 0;
    this.#call((decoder) => decoder.rewind());
  }

  read(count: number, into: Uint8Array): number {
    const { leftPx, widthPx } = this.#window;
    const [from, bytes, stride] = [leftPx, widthPx, this.widthPx].map((pixels) => pixels * this.channels);
    return this.#call((decoder) => {
      let done = 0;
      for (let left = this.#begin(decoder, count); done < left; ) {
        const rows = decoder.decodeRows(left - done);
        if (bytes === stride) into.set(rows, done * stride);
        else cutColumns(rows, stride, from, bytes, into.subarray(done * bytes));
        done += rows.length / stride;
      }
      this.#row += done;
      return done;
    });
  }

  skip(count: number): void {
    this.#call((decoder) => {
      const skipped = this.#begin(decoder, count);
      decoder.skipRows(skipped);
      this.#row += skipped;
    });
  }

  close(): void {
    this.#decoder = null;
  }

  /** Goes to the window where it was not yet. @returns how many rows of so many the window has left */
  #begin(decoder: PngDecoder, count: number): number {
    const { topPx, heightPx } = this.#window;
    if (this.#row < topPx) {
      decoder.skipRows(topPx - this.#row);
      this.#row = topPx;
    }
    return Math.min(count, topPx + heightPx - this.#row);
  }

  /** Whatever a call of the decoder throws, its instance is dropped: it was left in the middle of something. */
  #call<Result>(work: (decoder: PngDecoder) => Result): Result {
    if (this.#decoder === null) throw new Error('The reader of rows is closed');
    try {
      return work(this.#decoder);
    } catch (cause) {
      this.close();
      throw faultOf(cause);
    }
  }
}

/** Bytes `from` on of each row. */
function cutColumns(rows: Uint8Array, stride: number, from: number, bytes: number, into: Uint8Array): void {
  for (let start = 0, to = 0; start < rows.length; start += stride, to += bytes) {
    into.set(rows.subarray(start + from, start + from + bytes), to);
  }
}

/** What the caller gets, with the words of the decoder as its cause. */
function faultOf(cause: unknown): unknown {
  const reason = cause instanceof GivenUp ? cause.reason : null;
  if (reason === reasons.beyondGrant) return new BeyondRowDecoder(cause);
  // A trap is a fault of the decoder, which only such a file brings out.
  if (reason === reasons.broken || cause instanceof WebAssembly.RuntimeError) {
    return new ImageFault('invalid', brokenData('PNG'), cause);
  }
  return cause;
}
