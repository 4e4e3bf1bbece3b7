/** The `Pictures` port of the container: libvips for five formats, libheif for HEIC, own code for BMP and GIF. */
import { defaultLimits, type Limits } from '../contract/limits.ts';
import { ImageFault } from '../pipeline/fault.ts';
import type { Header } from '../pipeline/header.ts';
import type { Picture, Pictures } from '../pipeline/picture.ts';
import { openBmp } from './bmp.ts';
import { openGif } from './gif.ts';
import { openHeic } from './heic.ts';
import { openJpeg } from './jpeg.ts';
import { decodeWithLibvips } from './libvips.ts';
import { openTiff } from './tiff.ts';

/** All eight formats under the default limits. */
export const nativePictures: Pictures = createNativePictures(defaultLimits);

/**
 * Makes the port with the limits of a deployment.
 * @param limits of which `maxJpegScans` is used; the size of a picture is checked before it is opened
 */
export function createNativePictures({ maxJpegScans }: Pick<Limits, 'maxJpegScans'>): Pictures {
  return {
    async open(file, header) {
      try {
        return await openFormat(file, header, maxJpegScans);
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        throw new ImageFault('invalid', 'The file ends in the middle of its headers; please upload it again', cause);
      }
    },
  };
}

async function openFormat(file: Uint8Array, header: Header, maxJpegScans: number): Promise<Picture> {
  switch (header.format) {
    case 'jpeg':
      return openJpeg(file, header, maxJpegScans);
    case 'png':
    case 'webp':
    case 'avif':
      return decodeWithLibvips(file, header, 'error');
    case 'tiff':
      return openTiff(file, header);
    case 'gif':
      return openGif(file, header);
    case 'bmp':
      return openBmp(file, header);
    case 'heic':
      return openHeic(file, header);
  }
}
