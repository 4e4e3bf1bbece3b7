/**
 * How many pixels a picture may have: by the deployment's limits, by the length of its file
 * (docs/decisions/0018-pixels-per-byte.md), and by how often a JPEG's codes go over them.
 *
 * A few bytes can claim the largest picture there is, and every pixel of it costs work. Real pictures of such sizes hold
 * something, and their files grow with it.
 */
import type { Limits } from '../../../contract/limits.ts';
import { ImageFault, SizeFault } from './fault.ts';
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

/** Progressive files of encoders have ten scans or fewer, so each pixel may be gone over so often at any size. */
const anySizeScans = 16;
/** Pixels that further scans may go over in all. */
const mostFurtherPixels = 100_000_000;

/**
 * Refuses pictures that are too large, from the header and the number of scans alone.
 * @param fileBytes length of the whole file
 * @throws ImageFault beyond the limits, and where the header claims more than the file can hold
 */
export function checkSize(header: Header, fileBytes: number, limits: Limits): void {
  const { maxPixels, maxSidePx } = limits;
  const { widthPx, heightPx } = header;
  if (widthPx > maxSidePx || heightPx > maxSidePx || pixelsToDecode(header) > maxPixels) {
    const limit = `${maxPixels} pixels and ${maxSidePx} pixels a side`;
    throw new SizeFault(`The image is ${widthPx}x${heightPx} pixels; the limit is ${limit}`);
  }
  checkDensity(header, fileBytes);
  checkScans(header, limits);
}

/**
 * Refuses a JPEG whose codes go over its picture too often: a scan without content takes a few bytes of the file, and the
 * time of all its pixels.
 * @throws ImageFault
 */
export function checkScans(
  { scans = 0, widthPx, heightPx }: Header,
  { maxJpegScans }: Pick<Limits, 'maxJpegScans'>,
): void {
  if (scans > maxJpegScans) {
    throw new ImageFault('invalid', `The JPEG file has more than ${maxJpegScans} scans; please save it again`);
  }
  if ((scans - anySizeScans) * widthPx * heightPx > mostFurtherPixels) {
    throw new ImageFault(
      'invalid',
      `The JPEG file has ${scans} scans, too many scans for its size; please save it again`,
    );
  }
}

/** Refuses pictures of over 25 megapixels whose file is too short to hold much of one. */
function checkDensity(header: Header, fileBytes: number): void {
  const pixels = pixelsToDecode(header);
  if (pixels <= anyDensityPixels || pixels <= fileBytes * maxPixelsPerByte[header.format]) return;
  const { widthPx, heightPx, format } = header;
  const claim = `${widthPx}x${heightPx} pixels in ${fileBytes} bytes of ${format.toUpperCase()}`;
  throw new SizeFault(`The image claims ${claim}, too few for that size; please send it with at most 25 megapixels`);
}
