/** WebP by libvips, which refuses files whose metadata or later frames are cut short: RFC 9649. */
import { ByteReader } from '../pipeline/picture/bytes.ts';
import type { Header } from '../pipeline/picture/header.ts';
import type { Picture } from '../pipeline/picture/picture.ts';
import { webpChunks } from '../pipeline/probe/webp.ts';
import { decodeWithLibvips } from './libvips.ts';

/** Chunks that hold a picture: section 2.5, 2.6 and 2.7.1.1. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ANMF']);

/**
 * Decodes a WebP file, or the first frame of an animation.
 * @throws ImageFault
 */
export async function openWebp(file: Uint8Array, header: Header): Promise<Picture> {
  return decodeWithLibvips(endAtPicture(file), header, 'error');
}

/** A file that is shorter than its container says ends with its first picture, if it holds that whole. */
function endAtPicture(file: Uint8Array): Uint8Array {
  const declared = 8 + new ByteReader(file, true).u32(4);
  if (declared <= file.length) return file;
  for (const { type, at, end } of webpChunks(new ByteReader(file))) {
    if (!pictureChunks.has(type) || end - at < new ByteReader(file, true).u32(at - 4)) continue;
    // Chunks have even length; the last byte may be what is missing.
    const whole = new Uint8Array(end + (end & 1));
    whole.set(file.subarray(0, end));
    new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
    return whole;
  }
  return file;
}
