/** JPEG files read by rows: baseline, progressive, and arithmetic coding in one scan, 8 bits a sample, grey, YCbCr and RGB. */
import { SharedThread } from '../../bounds/shared-thread.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import type { SidesSwapped } from '../../pipeline/picture/turn.ts';
import { faultOf as faultOfAny, GivenUp } from '../given-up.ts';
import {
  BeyondRowDecoder,
  checkWindow,
  type Damage,
  type PixelWindow,
  type RowDecoderOptions,
  type TurningDecoder,
} from '../row-decoder.ts';
import { Decoder, type JpegIndex, reasons } from './decoder.ts';

export type { JpegIndex };

/** How a JPEG file is opened. */
export interface JpegRowsOptions extends RowDecoderOptions {
  /** A file of few bytes may have thousands, each of which goes over the whole picture. */
  readonly maxScans: number;
}

/**
 * Reads the header of a JPEG file.
 * @param file is not changed, and neither may be until the reader is closed
 * @param index of the same file: windows are then decoded without what is above them and left of them, and `damage` is theirs
 * @throws ImageFault for broken data
 * @throws BeyondRowDecoder for CMYK, YCCK, lossless coding, 12 bits a sample, several scans of arithmetic coding, and where the grant is too small
 */
export function openJpegRows(
  file: Uint8Array,
  options: JpegRowsOptions,
  index: JpegIndex | null = null,
): TurningDecoder {
  return new JpegRows(file, options, index);
}

/** Rows of MCU between two looks at the time that they took. */
const rowsAtOnce = 4;
/** Measured: microseconds that codes take for each of their bytes, and for each pixel of a scan that has none. */
const byteUs = 0.02;
const pixelUs = 0.002;
/** Most rows of pixels that are coded together. */
const mostRowPx = 32;

/** What it took to read codes, by the bytes read since `readBefore`. */
function workUs(decoder: Decoder, readBefore: number, widthPx: number): number {
  return (decoder.readBytes - readBefore) * byteUs + rowsAtOnce * mostRowPx * widthPx * pixelUs;
}

/**
 * Goes over the codes of a whole file, which takes a third of the time that decoding takes. Others have their turns.
 * @param apartPx columns of the file between two entries: windows that begin at a multiple of them need the fewest
 * @throws ImageFault for broken data
 * @throws BeyondRowDecoder for several scans and arithmetic coding, and what {@link openJpegRows} refuses
 */
export async function indexJpeg(
  file: Uint8Array,
  { grantedBytes, maxScans }: Omit<JpegRowsOptions, 'eighths'>,
  apartPx: number,
  thread = new SharedThread(),
): Promise<JpegIndex> {
  try {
    const decoder = new Decoder(file);
    decoder.openFile(grantedBytes, 1, maxScans);
    const { mcuRows, mcuColumns, mcuWidthPx } = decoder.state;
    const index = decoder.beginIndex(apartPx);
    for (let row = 0; row < mcuRows; row += rowsAtOnce) {
      const readBefore = decoder.readBytes;
      decoder.indexRows(row, Math.min(rowsAtOnce, mcuRows - row));
      await thread.after(workUs(decoder, readBefore, mcuColumns * mcuWidthPx));
    }
    return index;
  } catch (cause) {
    throw faultOf(cause, maxScans);
  }
}

class JpegRows implements TurningDecoder {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3;
  readonly holdsWhole: boolean;
  readonly #options: JpegRowsOptions;
  /** Null when closed. */
  #decoder: Decoder | null;
  #window: PixelWindow;
  /** The decoder is at the beginning of the file, or somewhere in the window. */
  #begun = false;

  constructor(file: Uint8Array, options: JpegRowsOptions, index: JpegIndex | null) {
    this.#options = options;
    this.#decoder = new Decoder(file, index);
    const { widthPx, heightPx, channels, holdsWhole } = this.#call((decoder) => {
      this.#openFile(decoder);
      return decoder.state;
    });
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.channels = channels === 1 ? 1 : 3;
    this.holdsWhole = holdsWhole === 1;
    this.#window = { leftPx: 0, topPx: 0, widthPx, heightPx };
  }

  get damage(): Damage {
    const { warnings, endedEarly } = this.#call((decoder) => decoder.state);
    return { warnings, endedEarly: endedEarly === 1 };
  }

  get heldBytes(): number {
    return this.#decoder?.heldBytes ?? 0;
  }

  window(window: PixelWindow): void {
    checkWindow(window, this);
    this.#window = window;
    this.rewind();
  }

  rewind(): void {
    if (!this.#begun) return;
    this.#begun = false;
    this.#call((decoder) => this.#openFile(decoder));
  }

  readCodes(): number | null {
    return this.#call((decoder) => {
      if (!this.holdsWhole || this.#begun) return null;
      const readBefore = decoder.readBytes;
      return decoder.readCodes(rowsAtOnce) ? workUs(decoder, readBefore, this.widthPx) : null;
    });
  }

  read(count: number, into: Uint8Array): number {
    const rowBytes = this.#window.widthPx * this.channels;
    return this.#call((decoder) => {
      this.#begin(decoder);
      let done = 0;
      while (done < count) {
        const rows = decoder.decodeRows(count - done, rowBytes);
        if (rows.length === 0) break;
        into.set(rows, done * rowBytes);
        done += rows.length / rowBytes;
      }
      return done;
    });
  }

  turned(window: PixelWindow, orientation: SidesSwapped): Uint8Array {
    this.window(window);
    return this.#call((decoder) => {
      this.#begin(decoder);
      return decoder.decodeTurned(window, orientation);
    });
  }

  skip(count: number): void {
    this.#call((decoder) => {
      this.#begin(decoder);
      decoder.skipRows(count);
    });
  }

  close(): void {
    this.#decoder = null;
  }

  #openFile(decoder: Decoder): void {
    const { grantedBytes, eighths, maxScans } = this.#options;
    decoder.openFile(grantedBytes, eighths, maxScans);
  }

  #begin(decoder: Decoder): void {
    if (this.#begun) return;
    const { leftPx, topPx, widthPx, heightPx } = this.#window;
    decoder.startRows(leftPx, topPx, widthPx, heightPx);
    this.#begun = true;
  }

  /** Whatever a call of the decoder throws, its instance is dropped: it was left in the middle of something. */
  #call<Result>(work: (decoder: Decoder) => Result): Result {
    if (this.#decoder === null) throw new Error('The reader of rows is closed');
    try {
      return work(this.#decoder);
    } catch (cause) {
      this.close();
      throw faultOf(cause, this.#options.maxScans);
    }
  }
}

/** What the caller gets, with the words of the decoder as its cause. */
function faultOf(cause: unknown, maxScans: number): unknown {
  const reason = cause instanceof GivenUp ? cause.reason : null;
  if (reason === reasons.notBuilt) return new BeyondRowDecoder(cause);
  if (reason === reasons.tooManyScans) {
    return new ImageFault('invalid', `The JPEG file has more than ${maxScans} scans; please save it again`, cause);
  }
  return faultOfAny(cause, 'JPEG');
}
