/** AVIF by libvips, which leaves colours as they are that were multiplied by their alpha. */
import { ByteReader } from '../pipeline/picture/bytes.ts';
import { framePicture } from '../pipeline/picture/frame.ts';
import type { Header } from '../pipeline/picture/header.ts';
import type { Picture } from '../pipeline/picture/picture.ts';
import { decodeSamples } from './libvips.ts';
import { straightenAlpha } from './premultiplied.ts';

/**
 * Decodes the primary picture of an AVIF file, cropped and turned by its own properties.
 * @throws ImageFault
 */
export async function openAvif(file: Uint8Array, header: Header): Promise<Picture> {
  const options = { failOn: 'error', keepsColours: true, dropsAlpha: false } as const;
  const decoded = await decodeSamples(file, header, options);
  if (decoded.channels === 4 && isPremultiplied(file)) straightenAlpha(decoded.samples);
  // The decoder has turned it already.
  return framePicture({ ...decoded, orientation: 1 });
}

/** ISO/IEC 23008-12 section 6.10.1.2: an item reference `prem` in `meta` / `iref`. */
function isPremultiplied(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  const meta = findBox(reader, 0, file.length, 'meta');
  // Both are full boxes: version and flags come before their children.
  const references = meta ? findBox(reader, meta.at + 4, meta.end, 'iref') : null;
  return references ? findBox(reader, references.at + 4, references.end, 'prem') !== null : false;
}

/** ISO/IEC 14496-12 section 4.2; sizes of 64 bits do not occur in what is looked for. */
function findBox(reader: ByteReader, from: number, to: number, type: string): { at: number; end: number } | null {
  for (let at = from; at + 8 <= to; ) {
    const bytes = reader.u32(at) === 1 ? reader.u64(at + 8) : reader.u32(at) || to - at;
    if (reader.has(at + 4, type)) return { at: at + 8, end: Math.min(at + bytes, to) };
    if (bytes < 8) return null;
    at += bytes;
  }
  return null;
}
