/** WebP by libvips. */
import type { Header } from '../pipeline/picture/header.ts';
import type { Picture } from '../pipeline/picture/picture.ts';
import { endAtPicture } from '../pipeline/picture/webp-end.ts';
import { decodeWithLibvips } from './libvips.ts';

/**
 * Decodes a WebP file, or the first frame of an animation.
 * @throws ImageFault
 */
export async function openWebp(file: Uint8Array, header: Header): Promise<Picture> {
  return decodeWithLibvips(endAtPicture(file), header, 'error');
}
