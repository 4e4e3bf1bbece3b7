/** Pictures of files that are read by rows. */
import { framePicture } from '../pipeline/picture/frame.ts';
import type { Orientation } from '../pipeline/picture/header.ts';
import type { Picture, RowSource } from '../pipeline/picture/picture.ts';
import { placeTurned, swapsSides } from '../pipeline/picture/turn.ts';
import type { RowDecoder } from './row-decoder.ts';

type Colours = Pick<Picture, 'icc' | 'codePoints'>;

/**
 * A picture that is decoded anew in each reading of its rows, so that no frame of it is ever in memory. As it is stored.
 * @param open begins a reading; the picture closes what it opened
 * @throws what `open` throws: the first reading is begun at once
 */
export function streamedPicture(open: () => RowDecoder, colours: Colours): Picture {
  const first = open();
  const { widthPx, heightPx } = first;
  const opened = new Set([first]);
  /** Those that have come to the bottom, for the next readings. */
  const idle = [first];
  let isClosed = false;
  return {
    widthPx,
    heightPx,
    channels: 3,
    ...colours,
    rows() {
      if (isClosed) throw new Error('The picture was closed');
      const decoder = idle.pop() ?? open();
      opened.add(decoder);
      return readingOf(decoder, () => idle.push(decoder));
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
      const bytes = wanted * widthPx * 3;
      if (band.length < bytes) band = new Uint8Array(bytes);
      const rows = band.subarray(0, bytes);
      readRgb(decoder, wanted, rows);
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

/** Rows that are turned at a time: so many that they give a cache line of each upright row. */
const bandRows = 64;

/**
 * A picture decoded once, into a frame of three bytes a pixel: upright where its sides are the other way round.
 * @param open begins the reading; it is closed when the frame is there
 */
export function keptPicture(open: () => RowDecoder, orientation: Orientation, colours: Colours): Picture {
  const decoder = open();
  const { widthPx, heightPx } = decoder;
  const samples = new Uint8Array(widthPx * heightPx * 3);
  const stride = widthPx * 3;
  try {
    if (!swapsSides(orientation)) {
      for (let y = 0; y < heightPx; y += bandRows) {
        const count = Math.min(bandRows, heightPx - y);
        readRgb(decoder, count, samples.subarray(y * stride, (y + count) * stride));
      }
      return framePicture({ widthPx, heightPx, channels: 3, samples, orientation, ...colours });
    }
    const band = new Uint8Array(bandRows * stride);
    for (let y = 0; y < heightPx; y += bandRows) {
      const rows = band.subarray(0, Math.min(bandRows, heightPx - y) * stride);
      readRgb(decoder, rows.length / stride, rows);
      placeTurned(rows, decoder, orientation, y, samples);
    }
    const upright = { widthPx: heightPx, heightPx: widthPx };
    return framePicture({ ...upright, channels: 3, samples, orientation: 1, ...colours });
  } finally {
    decoder.close();
  }
}

/** Reads rows as RGB, grey too. @param into of `count` rows, three bytes a pixel */
function readRgb(decoder: RowDecoder, count: number, into: Uint8Array): void {
  decoder.read(count, into);
  if (decoder.channels === 3) return;
  // From the end on, so that nothing is overwritten before it is read.
  for (let pixel = into.length / 3 - 1; pixel >= 0; pixel--) into.fill(into[pixel], pixel * 3, pixel * 3 + 3);
}
