/** Pictures at the edge, by WASM codecs inside the isolate: by rows, except lossless WebP and interlaced PNG, which are decoded whole. */
import webpFactory from '@jsquash/webp/codec/dec/webp_dec.js';
import webpWasm from '@jsquash/webp/codec/dec/webp_dec.wasm';
import type { Limits } from '../../contract/limits.ts';
import { inTurns } from '../bounds/shared-thread.ts';
import { labelsOf } from '../pipeline/colour/colour.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { framePicture, turnedOnce } from '../pipeline/picture/frame.ts';
import type { Header } from '../pipeline/picture/header.ts';
import { decoderBytes, isStreamed, stripWidthPx } from '../pipeline/picture/jpeg-room.ts';
import { checkJpegComplete } from '../pipeline/picture/jpeg-walk.ts';
import type { Picture, Pictures } from '../pipeline/picture/picture.ts';
import { readPngParts } from '../pipeline/picture/png-parts.ts';
import { isPngStreamed, pngDecoderBytes } from '../pipeline/picture/png-room.ts';
import { swapsSides } from '../pipeline/picture/turn.ts';
import { endAtPicture } from '../pipeline/picture/webp-end.ts';
import { isWebpStreamed, webpDecoderBytes } from '../pipeline/picture/webp-room.ts';
import type { Size } from '../pipeline/plane/region.ts';
import { type Decoded, decodeWithEmscripten } from './emscripten.ts';
import { rgbProfile } from './icc.ts';
import { indexJpeg, type JpegIndex, openJpegRows } from './jpeg-rows/jpeg-rows.ts';
import { decodePng } from './png.ts';
import { checkPngRows, openPngRows } from './png-rows/png-rows.ts';
import { checkRows, keptPicture, streamedPicture, turnedPicture } from './row-picture.ts';
import { lossyParts } from './webp-rows/container.ts';
import { openWebpRows } from './webp-rows/webp-rows.ts';

/** The decoders of the edge. */
export function createEdgePictures(limits: Pick<Limits, 'maxJpegScans'>): Pictures {
  return {
    async open(file, header) {
      if (header.format === 'jpeg') {
        // The decoder fills missing pixels with grey without an error.
        await checkJpegComplete(file);
        return openJpeg(file, header, limits.maxJpegScans);
      }
      if (header.format === 'png' && !header.wholeFrame) return openPng(file, header);
      if (header.format === 'webp' && !header.wholeFrame) return openWebp(file, header);
      const { width, height, data, spare } = await decode(file, header);
      checkSize({ widthPx: width, heightPx: height }, header);
      // As in libvips, alpha counts only where the container of a WebP tells of it.
      if (header.format === 'webp' && !header.hasAlpha) makeOpaque(data);
      const { orientation } = header;
      const frame = {
        widthPx: width,
        heightPx: height,
        channels: 4,
        samples: data,
        orientation,
        ...(await labels(file, header)),
      } as const;
      // The plan has room for the decoder's memory beside a frame, and for no second frame beside both.
      return framePicture(turnedOnce(frame, spare));
    },
  };
}

async function openJpeg(file: Uint8Array, header: Header, maxScans: number): Promise<Picture> {
  const options = { eighths: 8, grantedBytes: decoderBytes(header), maxScans } as const;
  const colours = await labels(file, header);
  const { orientation } = header;
  const open = (index?: JpegIndex) => {
    const decoder = openJpegRows(file, options, index);
    checkSize(decoder, header);
    return decoder;
  };
  if (!isStreamed(header)) return keptPicture(open, orientation, colours);
  if (!swapsSides(orientation)) return streamedPicture(open, colours);
  const stripPx = stripWidthPx(header);
  const index = await indexJpeg(file, options, stripPx);
  return turnedPicture(() => open(index), orientation, stripPx, colours);
}

async function openPng(file: Uint8Array, header: Header): Promise<Picture> {
  const grantedBytes = pngDecoderBytes(header);
  const parts = await inTurns(readPngParts(file));
  const open = () => {
    const decoder = openPngRows(file, { grantedBytes }, parts);
    checkSize(decoder, header);
    return decoder;
  };
  const colours = await labels(file, header);
  if (!isPngStreamed(header)) return keptPicture(open, header.orientation, colours);
  return streamedPicture(open, colours, () => checkPngRows(file, { grantedBytes }));
}

async function openWebp(file: Uint8Array, header: Header): Promise<Picture> {
  // libvips, too, makes alpha only of a file whose header tells of it.
  const options = { grantedBytes: webpDecoderBytes(header), withAlpha: header.hasAlpha };
  const whole = await inTurns(endAtPicture(file));
  const parts = await inTurns(lossyParts(whole));
  const open = () => {
    const decoder = openWebpRows(whole, options, parts);
    checkSize(decoder, header);
    return decoder;
  };
  const colours = await labels(file, header);
  if (!isWebpStreamed(header)) return keptPicture(open, header.orientation, colours);
  return streamedPicture(open, colours, () => checkRows(open));
}

/** @param rgba is changed */
function makeOpaque(rgba: Uint8Array | Uint8ClampedArray): void {
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
}

/** The plan counts on the size that the header states. @throws ImageFault */
function checkSize({ widthPx, heightPx }: Size, header: Header): void {
  if (widthPx === header.widthPx && heightPx === header.heightPx) return;
  throw new ImageFault('invalid', 'The picture is not of the size that its header states');
}

/** What says which colours the samples are. */
async function labels(file: Uint8Array, header: Header) {
  return header.colourSignal ? labelsOf(header.colourSignal) : { icc: await rgbProfile(file, header) };
}

async function decode(file: Uint8Array, { format }: Header): Promise<Decoded> {
  switch (format) {
    case 'png':
      return decodePng(file);
    case 'webp':
      return decodeWithEmscripten(webpFactory, webpWasm, await inTurns(endAtPicture(file)), 'WebP');
    default:
      throw new Error(`No edge codec reads ${format}`);
  }
}
