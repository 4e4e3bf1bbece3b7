/** Pictures of files that are read by rows. */
import { SharedThread } from '../bounds/shared-thread.ts';
import { framePicture } from '../pipeline/picture/frame.ts';
import type { Orientation } from '../pipeline/picture/header.ts';
import type { Channels, Picture, RowSource } from '../pipeline/picture/picture.ts';
import { placeTurned, type SidesSwapped, swapsSides } from '../pipeline/picture/turn.ts';
import type { Size } from '../pipeline/plane/region.ts';
import type { RowDecoder, TurningDecoder } from './row-decoder.ts';

/** Rows that are turned at a time: so many that they give a cache line of each upright row. */
const bandRows = 64;
/** Measured: microseconds that a sample takes to be decoded. */
const sampleUs = 0.01;

type Colours = Pick<Picture, 'icc' | 'codePoints'>;

/**
 * A picture that is decoded anew in each reading of its rows, so that no frame of it is ever in memory. As it is stored.
 * @param open begins a reading; the picture closes what it opened
 * @param check goes over all rows, where nobody has; called where no reading came to the bottom
 * @throws what `open` throws: the first reading is begun at once
 */
export function streamedPicture(open: () => RowDecoder, colours: Colours, check?: () => Promise<void>): Picture {
  let isChecked = check === undefined;
  const reading = (decoder: RowDecoder, atBottom: () => void) =>
    readingOf(decoder, () => {
      isChecked = true;
      atBottom();
    });
  const picture = decodedPicture(open, (decoder) => decoder, reading, colours);
  const complete = async () => {
    if (!isChecked) await check?.();
    isChecked = true;
  };
  return { ...picture, complete };
}

/**
 * A picture with swapped sides, decoded anew in each reading of its rows, upright: so many stored columns at a time.
 * @param open begins a reading; its windows take little more time than their pixels; the picture closes what it opened
 * @param stripPx columns that are held upright, by each reading
 * @throws what `open` throws: the first reading is begun at once
 */
export function turnedPicture(
  open: () => TurningDecoder,
  orientation: SidesSwapped,
  stripPx: number,
  colours: Colours,
): Picture {
  const upright = ({ widthPx, heightPx }: RowDecoder) => ({ widthPx: heightPx, heightPx: widthPx });
  const reading = (decoder: TurningDecoder, atBottom: () => void) =>
    turnedReadingOf(decoder, orientation, stripPx, atBottom);
  return decodedPicture(open, upright, reading, colours);
}

/** @param reading one pass over the rows, which says when it needs its decoder no longer */
function decodedPicture<Decoder extends RowDecoder>(
  open: () => Decoder,
  sizeOf: (decoder: Decoder) => Size,
  reading: (decoder: Decoder, atBottom: () => void) => RowSource,
  colours: Colours,
): Picture {
  const first = open();
  const { widthPx, heightPx } = sizeOf(first);
  const opened = new Set([first]);
  /** Those that have come to the bottom, for the next readings. */
  const idle = [first];
  let isClosed = false;
  return {
    widthPx,
    heightPx,
    channels: channelsOf(first),
    ...colours,
    rows() {
      if (isClosed) throw new Error('The picture was closed');
      const decoder = idle.pop() ?? open();
      opened.add(decoder);
      return reading(decoder, () => idle.push(decoder));
    },
    close() {
      isClosed = true;
      for (const decoder of opened) decoder.close();
      opened.clear();
      idle.length = 0;
    },
  };
}

/** One pass over the rows. @param atBottom called once, when the decoder is back at the first row */
function readingOf(decoder: RowDecoder, atBottom: () => void): RowSource {
  const { widthPx, heightPx } = decoder;
  const stride = widthPx * channelsOf(decoder);
  let band = new Uint8Array(0);
  let y = 0;
  const move = (count: number) => {
    y += count;
    if (y < heightPx) return;
    decoder.rewind();
    atBottom();
  };
  return {
    next(count) {
      const wanted = Math.min(count, heightPx - y);
      if (wanted <= 0) return band.subarray(0, 0);
      const bytes = wanted * stride;
      if (band.length < bytes) band = new Uint8Array(bytes);
      const rows = band.subarray(0, bytes);
      readColours(decoder, wanted, rows);
      move(wanted);
      return rows;
    },
    skip(count) {
      const wanted = Math.min(count, heightPx - y);
      if (wanted <= 0) return;
      decoder.skip(wanted);
      move(wanted);
    },
  };
}

/** One pass over the upright rows. @param atBottom called once, when the decoder is needed no longer */
function turnedReadingOf(
  decoder: TurningDecoder,
  orientation: SidesSwapped,
  stripPx: number,
  atBottom: () => void,
): RowSource {
  const { widthPx: uprightHeightPx, heightPx } = decoder;
  const stride = heightPx * 3;
  const strips = stripsOf(uprightHeightPx, orientation, stripPx);
  let band = new Uint8Array(0);
  let y = 0;
  /** The strip of the next row, its upright rows where they are decoded, and how many of them were given or passed over. */
  let at = 0;
  let strip: Uint8Array | null = null;
  let given = 0;
  const move = (count: number) => {
    y += count;
    given += count;
    if (given < strips[at].widthPx) return;
    at++;
    strip = null;
    given = 0;
    if (at === strips.length) atBottom();
  };
  /** The next upright rows, as many as are in one strip. */
  const take = (most: number): Uint8Array => {
    strip ??= decoder.turned({ ...strips[at], topPx: 0, heightPx }, orientation);
    const rows = strip.subarray(given * stride, (given + most) * stride);
    move(rows.length / stride);
    return rows;
  };
  return {
    next(count) {
      const wanted = Math.min(count, uprightHeightPx - y);
      if (wanted <= 0) return band.subarray(0, 0);
      // At the bottom another reading may get the decoder, whose memory the rows are in.
      if (given + wanted <= strips[at].widthPx && y + wanted < uprightHeightPx) return take(wanted);
      if (band.length < wanted * stride) band = new Uint8Array(wanted * stride);
      const rows = band.subarray(0, wanted * stride);
      for (let done = 0; done < wanted; ) {
        const taken = take(wanted - done);
        rows.set(taken, done * stride);
        done += taken.length / stride;
      }
      return rows;
    },
    skip(count) {
      for (let left = Math.min(count, uprightHeightPx - y); left > 0; ) {
        const passed = Math.min(left, strips[at].widthPx - given);
        move(passed);
        left -= passed;
      }
    },
  };
}

interface Strip {
  readonly leftPx: number;
  readonly widthPx: number;
}

/** Stored columns in the order of their upright rows. Each begins at a multiple of `stripPx`. */
function stripsOf(widthPx: number, orientation: SidesSwapped, stripPx: number): Strip[] {
  const strips: Strip[] = [];
  for (let leftPx = 0; leftPx < widthPx; leftPx += stripPx) {
    strips.push({ leftPx, widthPx: Math.min(stripPx, widthPx - leftPx) });
  }
  return orientation >= 7 ? strips.reverse() : strips;
}

/** Goes over all rows, while others have their turns. @throws ImageFault where one is broken or missing */
export async function checkRows(open: () => RowDecoder, thread = new SharedThread()): Promise<void> {
  const decoder = open();
  try {
    const { widthPx, heightPx, channels } = decoder;
    for (let y = 0; y < heightPx; y += bandRows) {
      const count = Math.min(bandRows, heightPx - y);
      decoder.skip(count);
      await thread.after(count * widthPx * channels * sampleUs);
    }
  } finally {
    decoder.close();
  }
}

/**
 * A picture decoded once, into a frame of three bytes a pixel, or four with alpha: upright where its sides are the other way round.
 * Others have their turns.
 * @param open begins the reading; it is closed when the frame is there
 */
export async function keptPicture(
  open: () => RowDecoder,
  orientation: Orientation,
  colours: Colours,
  thread = new SharedThread(),
): Promise<Picture> {
  const decoder = open();
  const { widthPx, heightPx } = decoder;
  const channels = channelsOf(decoder);
  const samples = new Uint8Array(widthPx * heightPx * channels);
  const stride = widthPx * channels;
  const turns = swapsSides(orientation);
  const turned = new Uint8Array(turns ? bandRows * stride : 0);
  try {
    for (let tookUs = decoder.readCodes?.() ?? null; tookUs !== null; tookUs = decoder.readCodes?.() ?? null) {
      await thread.after(tookUs);
    }
    for (let y = 0; y < heightPx; y += bandRows) {
      const count = Math.min(bandRows, heightPx - y);
      const rows = turns ? turned.subarray(0, count * stride) : samples.subarray(y * stride, (y + count) * stride);
      readColours(decoder, count, rows);
      if (swapsSides(orientation)) placeTurned(rows, { widthPx, heightPx, channels }, orientation, y, samples);
      await thread.after(rows.length * sampleUs);
    }
  } finally {
    decoder.close();
  }
  const stored = { channels, samples, ...colours };
  if (!turns) return framePicture({ widthPx, heightPx, orientation, ...stored });
  return framePicture({ widthPx: heightPx, heightPx: widthPx, orientation: 1, ...stored });
}

/** Grey becomes RGB. */
function channelsOf({ channels }: RowDecoder): Channels {
  return channels === 4 ? 4 : 3;
}

/** Reads rows as RGB, grey too, or as RGBA. @param into of `count` rows */
function readColours(decoder: RowDecoder, count: number, into: Uint8Array): void {
  decoder.read(count, into);
  if (decoder.channels !== 1) return;
  // From the end on, so that nothing is overwritten before it is read.
  for (let pixel = into.length / 3 - 1; pixel >= 0; pixel--) into.fill(into[pixel], pixel * 3, pixel * 3 + 3);
}
