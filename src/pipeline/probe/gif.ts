/** GIF headers: GIF89a specification, sections 17 to 20. */
import { ByteReader } from '../picture/bytes.ts';
import type { Header } from '../picture/header.ts';

/** True for files that begin with `GIF87a` or `GIF89a`. */
export function isGif(reader: ByteReader): boolean {
  return reader.has(0, 'GIF87a') || reader.has(0, 'GIF89a');
}

/**
 * Reads the header of a GIF file. Whether it has alpha or is animated, only its blocks would tell: both are assumed.
 * @throws RangeError where the file ends before
 */
export function probeGif({ bytes }: ByteReader): Header {
  const reader = new ByteReader(bytes, true);
  return {
    format: 'gif',
    widthPx: reader.u16(6),
    heightPx: reader.u16(8),
    orientation: 1,
    colour: 'palette',
    bitsPerSample: 8,
    hasAlpha: true,
    animated: true,
    wholeFrame: true,
    hasIcc: false,
  };
}
