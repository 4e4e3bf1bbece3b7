/**
 * The port through which the pipeline reads pixels: WASM codecs at the edge, libvips in the container.
 *
 * A picture is upright, 8 bits a sample, interleaved, 3 (RGB) or 4 (RGBA, straight alpha) channels a pixel.
 */
import type { CodePoints } from '../colour/code-points.ts';
import type { Header } from './header.ts';

/** RGB, or RGB and straight alpha. */
export type Channels = 3 | 4;

/** A decoded picture, upright. Its rows can be read several times, until it is closed. */
export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  /** RGB profile to carry over into the result, if there is one. */
  readonly icc: Uint8Array | null;
  /** What the profile was made of, for files that can say it by number too. */
  readonly codePoints?: CodePoints;
  /** Starts a pass over all rows, top to bottom. */
  rows(): RowSource;
  /**
   * Looks at rows that no pass came to. A host calls it before an answer begins; left out where `open` has looked at all of them.
   * @throws ImageFault where one of them is broken or missing
   */
  complete?(): Promise<void>;
  /** Gives the memory back. */
  close(): void;
}

/** One pass over the rows of a picture. */
export interface RowSource {
  /**
   * Passes over what is above the first row, in steps for `inTurns`; left out where nothing is. Where nobody has called it, the
   * first reading does it at once.
   */
  begin?(): Generator<number, void, void>;
  /**
   * The next `count` rows, fewer at the bottom, none after it. The bytes are valid until the next call.
   * @returns count × width × channels bytes
   */
  next(count: number): Uint8Array;
  /** Passes over `count` rows. */
  skip(count: number): void;
}

/** Decoders: what a host has for each format that it opens. */
export interface Pictures {
  /**
   * Decodes a file, or begins to: no pixel of the result is invented.
   * @throws ImageFault; where the picture has `complete`, its rows throw it, too
   */
  open(file: Uint8Array, header: Header): Promise<Picture>;
}
