/** TIFF by libvips, less what it gets wrong. */
import type { Header } from '../pipeline/header.ts';
import type { Picture } from '../pipeline/picture.ts';
import { openTiff as openDirectories, readDirectory } from '../pipeline/probe/tiff-directory.ts';
import { decodeWithLibvips } from './libvips.ts';

export async function openTiff(file: Uint8Array, header: Header): Promise<Picture> {
  return decodeWithLibvips(file, header, 'error');
}
