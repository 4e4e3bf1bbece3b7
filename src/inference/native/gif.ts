/**
 * GIF89a: the first frame on its canvas, which is transparent where the frame does not reach, as browsers show it.
 * (libvips makes it black there, and needs every later frame to be whole.)
 */
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { readFirstFrame } from './gif-frame.ts';
import { expandLzw } from './gif-lzw.ts';
import { wholeHeader } from './whole-header.ts';

/** Section 20 appendix E: first row and distance of the rows of each pass. */
const interlacedPasses = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/**
 * Decodes the first frame of a GIF file.
 * @throws ImageFault
 */
export function openGif(file: Uint8Array, { widthPx, heightPx }: Header): Picture {
  const frame = wholeHeader(() => readFirstFrame(file));
  const covers = frame.widthPx === widthPx && frame.heightPx === heightPx;
  const channels = covers && frame.transparent === null ? 3 : 4;
  const samples = new Uint8Array(widthPx * heightPx * channels);
  const colours = frame.palette.length / 3;
  const rows = rowOrder(frame.heightPx, frame.interlaced);
  let x = 0;
  let row = rows.next();
  const put = (index: number) => {
    if (index >= colours && index !== frame.transparent) {
      throw new ImageFault('invalid', 'The GIF file uses colours that its table lacks');
    }
    if (index !== frame.transparent) {
      const to = ((frame.top + (row.value ?? 0)) * widthPx + frame.left + x) * channels;
      samples[to] = frame.palette[index * 3];
      samples[to + 1] = frame.palette[index * 3 + 1];
      samples[to + 2] = frame.palette[index * 3 + 2];
      if (channels === 4) samples[to + 3] = 255;
    }
    if (++x === frame.widthPx) {
      x = 0;
      row = rows.next();
    }
  };
  if (expandLzw(frame.data, frame.codeBits, frame.widthPx * frame.heightPx, put) < frame.widthPx * frame.heightPx) {
    throw new ImageFault('invalid', 'The GIF file ends before its last pixel; please upload it again');
  }
  return framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: null });
}

function* rowOrder(heightPx: number, interlaced: boolean): Generator<number> {
  for (const [first, step] of interlaced ? interlacedPasses : [[0, 1]]) {
    for (let row = first; row < heightPx; row += step) yield row;
  }
}
