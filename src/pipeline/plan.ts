/** Where a picture is worked on, decided from its header before any decoding. */
import type { Limits } from '../contract/limits.ts';
import type { NetworkDescription } from './networks.ts';
import { checkDensity } from './picture/density.ts';
import { ImageFault } from './picture/fault.ts';
import { type Header, pixelsToDecode } from './picture/header.ts';

export type Plan =
  /** In the isolate, which must hold `bytes` for it beside the file. */
  | { readonly lane: 'edge'; readonly bytes: number }
  /** In the container, beside the networks. */
  | { readonly lane: 'image' };

/** Measured peak of whole-picture WASM codecs, bytes a pixel, input and compose included. */
const bytesPerPixel = { jpeg: 11, progressiveJpeg: 14, webp: 11, png: 20 };
/** Tensors of the usual size, colours of edges, strips and codec instances, whatever the size of the picture. */
const fixedBytes = 16 * 1024 * 1024;
/** What refining takes beside: 32 tiles of RGB, alpha and its share, two maps of the matte's size, one call and its copies on the wire. */
export const refinerBytes = 19 * 1024 * 1024;
/** Most a single picture may take of the isolate; beyond it, it could never run beside another one. */
const edgeMaxBytes = 80 * 1024 * 1024;

/**
 * Refuses pictures beyond the pixel limits, and those that claim more than their file can hold.
 * @throws ImageFault
 */
export function checkSize(header: Header, fileBytes: number, { maxPixels, maxSidePx }: Limits): void {
  const { widthPx, heightPx } = header;
  if (widthPx > maxSidePx || heightPx > maxSidePx || pixelsToDecode(header) > maxPixels) {
    const limit = `${maxPixels} pixels and ${maxSidePx} pixels a side`;
    throw new ImageFault('invalid', `The image is ${widthPx}x${heightPx} pixels; the limit is ${limit}`);
  }
  checkDensity(header, fileBytes);
}

/** RGB and matte of 1024 × 1024. */
const usualTensorBytes = 4 * 1024 * 1024;

/**
 * What the tensors of a matte network take beyond those of the usual size, which every budget counts already: 24 MiB at
 * 2048 × 2048, and 36 where it is worth more than one look. They are there as they are worked with, in the messages that
 * carry them, and those of one look are kept while the next is taken.
 */
export function largeNetworkBytes({ inputs, outputs, secondLook, closeLook }: NetworkDescription): number {
  const elements = [...inputs, ...outputs].map(({ shape }) =>
    shape.reduce((product, size) => product * Math.abs(size), 1),
  );
  const bytes = elements.reduce((sum, count) => sum + count, 0);
  const copies = secondLook || closeLook ? 3 : 2;
  return copies * Math.max(0, bytes - usualTensorBytes);
}

/**
 * Chooses the lane of a picture from its header.
 * @param networkBytes {@link largeNetworkBytes} of the matte network, and {@link refinerBytes} where edges are refined
 */
export function plan(header: Header, networkBytes = 0): Plan {
  const { format, colour, bitsPerSample, animated, wholeFrame } = header;
  const area = header.widthPx * header.heightPx;
  const edge = (rate: number): Plan => {
    const bytes = fixedBytes + networkBytes + area * rate;
    return bytes <= edgeMaxBytes ? { lane: 'edge', bytes } : { lane: 'image' };
  };
  // A grey profile needs colour management, which only the container has.
  if (colour === 'grey' && header.hasIcc) return { lane: 'image' };
  switch (format) {
    case 'jpeg':
      if (header.rareCoding || bitsPerSample !== 8 || (colour !== 'rgb' && colour !== 'grey')) return { lane: 'image' };
      return edge(wholeFrame ? bytesPerPixel.progressiveJpeg : bytesPerPixel.jpeg);
    case 'png':
      return edge(bytesPerPixel.png);
    case 'webp':
      return animated ? { lane: 'image' } : edge(bytesPerPixel.webp);
    default:
      return { lane: 'image' };
  }
}
