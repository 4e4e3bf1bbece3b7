/** Windows of a picture whose decoder gives whole rows, from the first to the last. */
import { faultOf } from './given-up.ts';
import { checkWindow, type Damage, type PixelWindow, type RowDecoder } from './row-decoder.ts';

/** A decoder of whole rows. What its calls throw leaves it in no state to be used. */
export interface WholeRows {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly holdsWhole: boolean;
  /** Bytes of its memory. */
  readonly heldBytes: number;
  /** @returns at least one of the next rows and at most so many, valid until the next call */
  decodeRows(most: number): Uint8Array;
  skipRows(count: number): void;
  /** Goes to the first row. */
  rewind(): void;
}

/** A file with damages is refused. */
const noDamage: Damage = { warnings: 0, endedEarly: false };

/**
 * A reader of windows.
 * @param open begins the file
 * @param formatName for messages
 * @throws ImageFault, BeyondRowDecoder where `open` throws GivenUp
 */
export function windowedRows(open: () => WholeRows, formatName: string): RowDecoder {
  return new WindowedRows(open, formatName);
}

class WindowedRows implements RowDecoder {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 3 | 4;
  readonly holdsWhole: boolean;
  readonly damage = noDamage;
  readonly #formatName: string;
  /** Null when closed. */
  #decoder: WholeRows | null;
  #window: PixelWindow;
  /** The next row of the picture. */
  #row = 0;

  constructor(open: () => WholeRows, formatName: string) {
    this.#formatName = formatName;
    try {
      this.#decoder = open();
    } catch (cause) {
      throw faultOf(cause, formatName);
    }
    const { widthPx, heightPx, channels, holdsWhole } = this.#decoder;
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.channels = channels;
    this.holdsWhole = holdsWhole;
    this.#window = { leftPx: 0, topPx: 0, widthPx, heightPx };
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
    if (this.#row === 0) return;
    this.#row = 0;
    this.#call((decoder) => decoder.rewind());
  }

  read(count: number, into: Uint8Array): number {
    const { leftPx, widthPx } = this.#window;
    const [from, bytes, stride] = [leftPx, widthPx, this.widthPx].map((pixels) => pixels * this.channels);
    return this.#call((decoder) => {
      const left = this.#begin(decoder, count);
      for (let done = 0; done < left; ) {
        const rows = decoder.decodeRows(left - done);
        if (bytes === stride) into.set(rows, done * stride);
        else cutColumns(rows, stride, from, bytes, into.subarray(done * bytes));
        done += rows.length / stride;
      }
      this.#row += left;
      return left;
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
  #begin(decoder: WholeRows, count: number): number {
    const { topPx, heightPx } = this.#window;
    if (this.#row < topPx) {
      decoder.skipRows(topPx - this.#row);
      this.#row = topPx;
    }
    return Math.min(count, topPx + heightPx - this.#row);
  }

  /** Whatever a call of the decoder throws, its instance is dropped: it was left in the middle of something. */
  #call<Result>(work: (decoder: WholeRows) => Result): Result {
    if (this.#decoder === null) throw new Error('The reader of rows is closed');
    try {
      return work(this.#decoder);
    } catch (cause) {
      this.close();
      throw faultOf(cause, this.#formatName);
    }
  }
}

/** Bytes `from` on of each row. */
function cutColumns(rows: Uint8Array, stride: number, from: number, bytes: number, into: Uint8Array): void {
  for (let start = 0, to = 0; start < rows.length; start += stride, to += bytes) {
    into.set(rows.subarray(start + from, start + from + bytes), to);
  }
}
