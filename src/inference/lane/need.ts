/** How much memory the work on a picture takes, by its header. */
import type { Task } from '../../contract/operations.ts';
import type { PictureOutput } from '../../contract/output/output.ts';
import { highDynamicRangeOf } from '../../pixels/pipeline/colour/colour.ts';
import { clickedBytes } from '../../pixels/pipeline/flat/room.ts';
import { largestSides } from '../../pixels/pipeline/output/framing.ts';
import { mostTurnedBytes } from '../../pixels/pipeline/picture/frame.ts';
import { type Header, pixelsToDecode } from '../../pixels/pipeline/picture/header.ts';
import { refinedPointsBytes } from '../../pixels/pipeline/points/room.ts';
import { shadowBytes } from '../../pixels/pipeline/shadow/room.ts';
import { countOfPoints } from '../../pixels/pipeline/work.ts';
import { convertingBytesPerPixel } from '../native/background.ts';

const mib = 1024 * 1024;
/** Runtime, libraries, tensors of the usual size and strips of the result, whatever the size of the picture. */
export const fixedBytes = 128 * mib;

/** Measured peaks of libvips' encoders a pixel, and the RGBA that they take. */
const encodedBytesPerPixel = { jpeg: 4 + 8, zip: 4 + 17, webp: 4 + 32 };

/** Bytes that a shadow and encoding take beside the frame: encoding none where it is row by row. */
export function encodingBytes(output: PictureOutput | undefined, header: Header): number {
  if (!output) return 0;
  if (output.format === 'png') return shadowBytes(output);
  const { widthPx, heightPx } = largestSides(output, header);
  return shadowBytes(output) + widthPx * heightPx * encodedBytesPerPixel[output.format];
}

/**
 * Peak bytes of a child process for this picture, rounded up from measurements (VmHWM at 24 million pixels, sharp
 * 0.35.5): the frame of 3 or 4 bytes a pixel, and what its decoder holds beside it.
 * @param fileBytes length of the file, of which decoders hold a copy
 * @param moreBytes `largeNetworkBytes` of the matte network, and `encodingBytes`
 */
export function neededBytes(header: Header, fileBytes: number, moreBytes = 0): number {
  const decoding = pixelsToDecode(header) * bytesPerPixel(header);
  return fixedBytes + moreBytes + 2 * fileBytes + Math.max(decoding, turningBytes(header));
}

/** Bytes that a background takes beside the picture, while it is decoded and converted; its length in the file as well. */
export function backgroundBytes(header: Header, fileBytes: number): number {
  const converting = frameBytesPerPixel(header) + convertingBytesPerPixel;
  const decoding = pixelsToDecode(header) * Math.max(bytesPerPixel(header), converting);
  return 2 * fileBytes + Math.max(decoding, turningBytes(header));
}

/** Bytes that the points of a task take, in a photo or in a graphic. */
export function pointsBytesOf(task: Task, header: Header): number {
  const points = countOfPoints(task);
  return points === 0 ? 0 : Math.max(refinedPointsBytes, clickedBytes(header, points));
}

/** The frame and the upright one, of pictures that are turned once, which is after they were decoded. */
function turningBytes(header: Header): number {
  const uprightBytes = pixelsToDecode(header) * (header.hasAlpha ? 4 : 3);
  if (header.orientation < 5 || uprightBytes > mostTurnedBytes) return 0;
  return pixelsToDecode(header) * (frameBytesPerPixel(header) + 1) + uprightBytes;
}

/** PQ and HLG are decoded with all of their bits, strips in between too, and converted where they are. */
function frameBytesPerPixel({ hasAlpha, bitsPerSample, colourSignal }: Header): number {
  const samples = hasAlpha ? 4 : 3;
  return bitsPerSample > 8 && highDynamicRangeOf(colourSignal) ? samples * 2 + 1 : samples;
}

function bytesPerPixel(header: Header): number {
  const { format, colour, bitsPerSample, hasAlpha, wholeFrame } = header;
  const frame = frameBytesPerPixel(header);
  switch (format) {
    case 'jpeg':
      // Coefficients of all components, two bytes each.
      return frame + 1 + (wholeFrame ? 2 * (colour === 'cmyk' ? 4 : 3) : 0);
    case 'png':
      // Adam7 needs the whole picture at its own depth.
      return frame + 1 + (wholeFrame ? (hasAlpha ? 4 : 3) * Math.ceil(bitsPerSample / 8) : 0);
    case 'webp':
      return 13;
    case 'avif':
      // 8-bit and 4:2:0 take 19; the header does not distinguish them from 10-bit 4:4:4.
      return 26;
    case 'heic':
      // One 10-bit picture; grids take far less, but the header does not show them.
      return 18;
    case 'tiff':
      // Planes in tiles are decoded one after the other and joined: at most five, and one at its own depth. Floats are
      // all held, four bytes each, beside what is made of them, and so are samples that are not shown.
      return frame + 3 + (wholeFrame ? 5 * frame : 0) + (header.storedBytesPerPixel ?? 0);
    case 'bmp':
    case 'gif':
      return frame + 1;
  }
}
