/** The port through which a picture is read row by row, in memory that does not grow with its height. */

import type { SidesSwapped } from '../pipeline/picture/turn.ts';

/** A part of a picture, in pixels of it at the size that it is read at. */
export interface PixelWindow {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** @throws RangeError for a window that has no pixel, or one outside of the picture */
export function checkWindow(
  { leftPx, topPx, widthPx, heightPx }: PixelWindow,
  picture: Pick<RowDecoder, 'widthPx' | 'heightPx'>,
): void {
  const numbers = [leftPx, topPx, widthPx, heightPx];
  const isInside = leftPx + widthPx <= picture.widthPx && topPx + heightPx <= picture.heightPx;
  if (!numbers.every((each) => Number.isInteger(each) && each >= 0) || widthPx < 1 || heightPx < 1 || !isInside)
    throw new RangeError(`${numbers.join(', ')} is no window of ${picture.widthPx}x${picture.heightPx} pixels`);
}

/** How a file is opened. */
export interface RowDecoderOptions {
  /** The size to read at, in eighths of each side: 8 is the picture's own, 1 the smallest. Sides are rounded up. */
  readonly eighths: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Bytes that the decoder may have, all of it included except the file. */
  readonly grantedBytes: number;
}

/** What a decoder had to make up. */
export interface Damage {
  /** Places where the data was not as it should be. */
  readonly warnings: number;
  /** The data ended before the picture did. */
  readonly endedEarly: boolean;
}

/**
 * A picture as it is stored, orientation not applied, 8 bits a sample, from the top to the bottom of a window, which is the
 * whole picture at first. The caller that opens one closes it. A call that throws has closed it.
 */
export interface RowDecoder {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Grey, RGB, or RGB and straight alpha. */
  readonly channels: 1 | 3 | 4;
  /** The decoder holds something of each pixel, so that its memory grows with the picture's area. */
  readonly holdsWhole: boolean;
  /** Of all rows read since the file was last begun. */
  readonly damage: Damage;
  /** Bytes that the decoder has at present. They never become fewer before it is closed. */
  readonly heldBytes: number;
  /**
   * Goes to the first row of a window, which `rewind` goes back to from now on.
   * @throws RangeError for a window that has no pixel, or one outside of the picture
   */
  window(window: PixelWindow): void;
  /**
   * Reads some of the codes of a picture that is held whole, before its first row, which otherwise waits for all of them.
   * @returns about how many microseconds it took; null where none are left, or they are read with their rows
   * @throws ImageFault, BeyondRowDecoder
   */
  readCodes?(): number | null;
  /**
   * The next rows of the window, without space in between.
   * @param count of rows, at least 1
   * @param into has room for so many rows of the window's width
   * @returns how many rows there were: fewer than asked for only at the bottom, 0 below it
   * @throws ImageFault, BeyondRowDecoder
   */
  read(count: number, into: Uint8Array): number;
  /**
   * Passes over rows of the window, in less time than reading them takes.
   * @throws ImageFault, BeyondRowDecoder
   */
  skip(count: number): void;
  /** Goes back to the first row of the window. */
  rewind(): void;
  /** Gives the memory back. A second call does nothing. */
  close(): void;
}

/** One that turns what it decodes. */
export interface TurningDecoder extends RowDecoder {
  /**
   * All rows of a window, turned upright. The window is then at its bottom.
   * @returns RGB, of grey pictures too: a row for each column of the window, of its height; valid until the next call of the decoder
   * @throws RangeError as `window` does
   * @throws ImageFault, BeyondRowDecoder
   */
  turned(window: PixelWindow, orientation: SidesSwapped): Uint8Array;
}

/** A file that may be good and is not for this reader: of a kind that it does not know, or larger than its grant. */
export class BeyondRowDecoder extends Error {
  constructor(cause: unknown) {
    super('The file is not to be read by rows', { cause });
    this.name = 'BeyondRowDecoder';
  }
}
