/**
 * How many pixels a picture may have: by the deployment's limits, and by the length of its file
 * (docs/decisions/0018-pixels-per-byte.md).
 *
 * A few bytes can claim the largest picture there is, and every pixel of it costs work. Real pictures of such sizes hold
 * something, and their files grow with it.
 */
import type { Limits } from '../../contract/limits.ts';
import { ImageFault } from './fault.ts';
import { type Header, type ImageFormat, pixelsToDecode } from './header.ts';

/** Up to this size a picture may be as flat as it likes: a blank page is a picture. */
const anyDensityPixels = 25_000_000;

/** At least twice what encoders reach on photos, screenshots and drawings above that size. */
const maxPixelsPerByte: Readonly<Record<ImageFormat, number>> = {
  jpeg: 400,
  png: 7000,
  webp: 4000,
  avif: 6000,
  heic: 4000,
  tiff: 20_000,
  bmp: 256,
  gif: 1500,
};

/**
 * Refuses pictures that are too large, from the header alone.
 * @param fileBytes length of the whole file
 * @throws ImageFault beyond the limits, and where the header claims more than the file can hold
 */
export function checkSize(header: Header, fileBytes: number, { maxPixels, maxSidePx }: Limits): void {
  const { widthPx, heightPx } = header;
  if (widthPx > maxSidePx || heightPx > maxSidePx || pixelsToDecode(header) > maxPixels) {
    const limit = `${maxPixels} pixels and ${maxSidePx} pixels a side`;
    throw new ImageFault('invalid', `The image is ${widthPx}x${heightPx} pixels; the limit is ${limit}`);
  }
  checkDensity(header, fileBytes);
}

/** Refuses pictures of over 25 megapixels whose file is too short to hold much of one. */
function checkDensity(header: Header, fileBytes: number): void {
  const pixels = pixelsToDecode(header);
  if (pixels <= anyDensityPixels || pixels <= fileBytes * maxPixelsPerByte[header.format]) return;
  const { widthPx, heightPx, format } = header;
  const claim = `${widthPx}x${heightPx} pixels in ${fileBytes} bytes of ${format.toUpperCase()}`;
  throw new ImageFault(
    'invalid',
    `The image claims ${claim}, too few for that size; please send it with at most 25 megapixels`,
  );
}
