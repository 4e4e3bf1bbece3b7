/** The `Pictures` port of the container: libvips for five formats, libheif for HEIC, own code for BMP and GIF. */
import { defaultLimits, type Limits } from '../../contract/limits.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture, Pictures } from '../../pixels/pipeline/picture/picture.ts';
import { openAvif } from './avif.ts';
import { openBmp } from './bmp.ts';
import { openGif } from './gif.ts';
import { openHeic } from './heic.ts';
import { openJpeg } from './jpeg.ts';
import { openPng } from './png.ts';
import { openTiff } from './tiff.ts';
import { openWebp } from './webp.ts';

/** All eight formats under the default limits. */
export const nativePictures: Pictures = createNativePictures(defaultLimits);

/**
 * Makes the port with the limits of a deployment.
 * @param limits of which `maxJpegScans` is used; the size of a picture is checked before it is opened
 */
export function createNativePictures({ maxJpegScans }: Pick<Limits, 'maxJpegScans'>): Pictures {
  return {
    open: (file, header) => openFormat(file, header, maxJpegScans),
  };
}

async function openFormat(file: Uint8Array, header: Header, maxJpegScans: number): Promise<Picture> {
  switch (header.format) {
    case 'jpeg':
      return openJpeg(file, header);
    case 'webp':
      return openWebp(file, header);
    case 'avif':
      return openAvif(file, header);
    case 'png':
      return openPng(file, header);
    case 'tiff':
      return openTiff(file, header, maxJpegScans);
    case 'gif':
      return openGif(file, header);
    case 'bmp':
      return openBmp(file, header);
    case 'heic':
      return openHeic(file, header);
  }
}
