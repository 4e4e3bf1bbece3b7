/** PNG headers: W3C PNG Specification (Third Edition), sections 5 and 11. */
import { type ByteReader, entryUs } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header, Orientation } from '../picture/header.ts';
import { pngChunks, pngSignature } from '../picture/png-chunks.ts';
import { PngColour } from './png-colour.ts';
import { exifOrientation } from './tiff-directory.ts';

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Deflate turns at most this many bytes into one (RFC 1951: 258 bytes for two bits). */
const deflateMaxRatio = 1032;

/** True for files that begin with the PNG signature (section 5.2). */
export function isPng(reader: ByteReader): boolean {
  return reader.has(0, pngSignature);
}

/**
 * Reads the header chunk, and the chunks that say more of the picture, which are its steps. CRCs are left to the decoder.
 * @throws ImageFault for a broken header, and for one that claims more pixels than the data can hold; RangeError where
 * the file ends before
 */
export function* probePng(reader: ByteReader): Generator<number, Header, void> {
  if (!reader.has(12, 'IHDR') || reader.u32(8) !== 13) {
    throw new ImageFault('invalid', 'The PNG file does not start with its header chunk');
  }
  const widthPx = reader.u32(16);
  const heightPx = reader.u32(20);
  const bitsPerSample = reader.u8(24);
  const colourType = reader.u8(25);
  const interlaced = reader.u8(28) === 1;
  const channels = channelsOf[colourType];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bitsPerSample)) {
    throw new ImageFault('invalid', 'The PNG file has an unknown colour type or bit depth');
  }

  let dataBytes = 0;
  let orientation: Orientation | null = null;
  const present = { acTL: false, tRNS: false };
  const stated = new PngColour(reader);
  for (const chunk of pngChunks(reader)) {
    yield entryUs;
    const { type, at, end } = chunk;
    if (type === 'acTL' || type === 'tRNS') present[type] = true;
    else if (dataBytes === 0) stated.note(chunk);
    if (type === 'IDAT') dataBytes += end - at;
    if (type === 'eXIf') orientation ??= exifOrientation(reader.bytes.subarray(at, end));
  }
  const rawBytes = heightPx * (1 + Math.ceil((widthPx * channels * bitsPerSample) / 8));
  if (rawBytes > dataBytes * deflateMaxRatio + 1024) {
    throw new ImageFault('invalid', 'The PNG header claims more pixels than its data can hold');
  }
  return {
    format: 'png',
    widthPx,
    heightPx,
    orientation: orientation ?? 1,
    colour: colourType === 3 ? 'palette' : colourType === 2 || colourType === 6 ? 'rgb' : 'grey',
    bitsPerSample,
    hasAlpha: colourType === 4 || colourType === 6 || present.tRNS,
    animated: present.acTL,
    wholeFrame: interlaced,
    ...stated.counted(),
  };
}
