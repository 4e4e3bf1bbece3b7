/** Six of the eight formats, decoded by libvips through sharp into one frame of 8-bit RGB or RGBA. */
import { availableParallelism } from 'node:os';
import sharp, { type FailOnOptions, type Sharp } from 'sharp';
import { ImageFault } from '../pipeline/fault.ts';
import { framePicture } from '../pipeline/frame.ts';
import type { Header } from '../pipeline/header.ts';
import type { Picture } from '../pipeline/picture.ts';
import { rgbProfile } from './profile.ts';

// Every file is seen once: cached operations would hold frames back.
sharp.cache(false);
sharp.concurrency(availableParallelism());

/**
 * Decodes one of JPEG, PNG, WebP, AVIF, TIFF and GIF.
 *
 * Colours of RGB and palette pictures stay as they are stored and their profile is handed on; all others become sRGB,
 * through their profile where they have one. 16-bit samples lose their low byte. The picture is turned upright as its
 * rows are read, so that no second frame exists.
 * @param failOn the least complaint of libvips that means a pixel was invented
 * @throws ImageFault
 */
export async function openWithLibvips(file: Uint8Array, header: Header, failOn: FailOnOptions): Promise<Picture> {
  const { widthPx, heightPx, orientation } = header;
  try {
    const keepsColours = header.colour === 'rgb' || header.colour === 'palette';
    const open = (ignoreIcc: boolean): Sharp =>
      sharp(file, { failOn, ignoreIcc, limitInputPixels: widthPx * heightPx, pages: 1 });
    const icc = keepsColours && header.hasIcc ? rgbProfile((await open(true).metadata()).icc) : null;
    const { data, info } = await open(keepsColours).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    if (info.width !== widthPx || info.height !== heightPx) {
      throw new ImageFault('invalid', 'The image is of another size than its header says');
    }
    return framePicture({ widthPx, heightPx, channels: info.channels as 3 | 4, samples: data, orientation, icc });
  } catch (cause) {
    if (cause instanceof ImageFault) throw cause;
    throw new ImageFault('invalid', 'undecodable', cause);
  }
}
