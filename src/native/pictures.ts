/** The `Pictures` port of the container: libvips for six formats, libheif for HEIC, own code for BMP. */
import { defaultLimits, type Limits } from '../contract/limits.ts';
import { ImageFault } from '../pipeline/fault.ts';
import type { Header } from '../pipeline/header.ts';
import type { Picture, Pictures } from '../pipeline/picture.ts';
import { openBmp } from './bmp.ts';
import { openHeic } from './heic.ts';
import { openJpeg } from './jpeg.ts';
import { openWithLibvips } from './libvips.ts';

/** All eight formats under the default limits. */
export const nativePictures: Pictures = createNativePictures(defaultLimits);

/**
 * Makes the port with the limits of a deployment.
 * @param limits of which `maxJpegScans` is used; the size of a picture is checked before it is opened
 */
export function createNativePictures({ maxJpegScans }: Pick<Limits, 'maxJpegScans'>): Pictures {
  return {
    async open(file: Uint8Array, header: Header): Promise<Picture> {
      try {
        switch (header.format) {
          case 'jpeg':
            return await openJpeg(file, header, maxJpegScans);
          case 'bmp':
            return openBmp(file, header);
          case 'heic':
            return await openHeic(file, header);
          default:
            return await openWithLibvips(file, header, 'error');
        }
      } catch (cause) {
        if (cause instanceof RangeError) throw new ImageFault('invalid', 'x', cause);
        throw cause;
      }
    },
  };
}
