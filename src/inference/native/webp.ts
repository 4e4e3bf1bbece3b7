/** WebP by libvips. */
import { atOnce } from '../../pixels/bounds/shared-thread.ts';
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { webpChunks } from '../../pixels/pipeline/picture/webp-chunks.ts';
import { endAtPicture } from '../../pixels/pipeline/picture/webp-end.ts';
import { decodeWithLibvips } from './libvips.ts';

/**
 * Decodes a WebP file, or the first frame of an animation.
 * @throws ImageFault
 */
export async function openWebp(file: Uint8Array, header: Header): Promise<Picture> {
  return decodeWithLibvips(withAlphaBit(atOnce(endAtPicture(file))), header, 'error');
}

/** Of the byte that ends a lossless header: RFC 9649 section 3.4. */
const alphaBit = 0x10;
const headerBytes = 5;

/** The file with the alpha bit of a lossless picture set, where nothing but that bit says whether it has alpha: libvips drops alpha without it. */
function withAlphaBit(file: Uint8Array): Uint8Array {
  const [first] = webpChunks(new ByteReader(file));
  if (first?.type !== 'VP8L' || first.end - first.at < headerBytes) return file;
  const changed = file.slice();
  changed[first.at + headerBytes - 1] |= alphaBit;
  return changed;
}
