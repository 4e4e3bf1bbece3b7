/**
 * How many pixels a file may stand for: docs/decisions/0018-pixels-per-byte.md.
 *
 * A few bytes can claim the largest picture there is, and every pixel of it costs work. Real pictures of such sizes hold
 * something, and their files grow with it.
 */
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

/** Refuses pictures of over 25 megapixels whose file is too short to hold much of one. @throws ImageFault */
export function checkDensity(header: Header, fileBytes: number): void {
  const pixels = pixelsToDecode(header);
  if (pixels <= anyDensityPixels || pixels <= fileBytes * maxPixelsPerByte[header.format]) return;
  const { widthPx, heightPx, format } = header;
  const claim = `${widthPx}x${heightPx} pixels in ${fileBytes} bytes of ${format.toUpperCase()}`;
  throw new ImageFault(
    'invalid',
    `The image claims ${claim}, too few for that size; please send it with at most 25 megapixels`,
  );
}
