/** TIFF by libvips, less what it gets wrong: 8-bit L*a*b*, samples of no stated meaning, wide integers, planes in tiles. */
import { ImageFault } from '../pipeline/picture/fault.ts';
import { framePicture, turnedOnce } from '../pipeline/picture/frame.ts';
import type { Header } from '../pipeline/picture/header.ts';
import type { Picture } from '../pipeline/picture/picture.ts';
import { readDirectory, readTiffStart } from '../pipeline/probe/tiff-directory.ts';
import { labToSrgb } from './lab.ts';
import { decodeSamples, decodeWithLibvips } from './libvips.ts';
import { joinPlanes } from './tiff-planes.ts';
import { wholeHeader } from './whole-header.ts';

/** TIFF 6.0 sections 8, 18, 19 and 23. */
const tag = { photometric: 262, samples: 277, sampleFormat: 339 };
const photometricRgb = 2;
const photometricCieLab = 8;
const photometricIccLab = 9;
const photometricSeparated = 5;
const formatFloat = 3;

/**
 * Decodes the first page of a TIFF file. Of extra samples one that is declared as alpha counts; all are dropped where
 * there are several, or where their meaning is not stated.
 * @throws ImageFault
 */
export async function openTiff(file: Uint8Array, header: Header): Promise<Picture> {
  const joined = await joinPlanes(file, header);
  return joined ? openInterleaved(joined, { ...header, bitsPerSample: 8 }) : openInterleaved(file, header);
}

async function openInterleaved(file: Uint8Array, header: Header): Promise<Picture> {
  const structure = readTiffStart(file);
  if (!structure) throw new ImageFault('invalid', 'The TIFF file has a broken header');
  const { reader, firstDirectory, big } = structure;
  const { first } = wholeHeader(() => readDirectory(reader, firstDirectory, big));
  if (header.bitsPerSample >= 32 && first.get(tag.sampleFormat) !== formatFloat) {
    const bits = header.bitsPerSample;
    throw new ImageFault('invalid', `The TIFF file has ${bits}-bit integer samples; please save it with 8 or 16`);
  }
  const photometric = first.get(tag.photometric);
  const colours =
    header.colour === 'grey' || header.colour === 'palette' ? 1 : photometric === photometricSeparated ? 4 : 3;
  const dropsAlpha = !header.hasAlpha || (first.get(tag.samples) ?? colours) > colours + 1;
  const isLab = photometric === photometricCieLab || photometric === photometricIccLab;
  if (!isLab || header.bitsPerSample !== 8) return decodeWithLibvips(file, header, 'warning', dropsAlpha);

  // Declared as RGB, the samples come through as they are.
  const asRgb = withPhotometric(file, photometricRgb);
  const decoded = await decodeSamples(asRgb, header, { failOn: 'warning', keepsColours: true, dropsAlpha });
  labToSrgb(decoded.samples, decoded.channels, photometric === photometricIccLab ? 128 : 0);
  return framePicture(turnedOnce({ ...decoded, orientation: header.orientation, icc: null }));
}

/** A copy of the file whose first directory declares another colour space. */
function withPhotometric(file: Uint8Array, value: number): Uint8Array {
  // Not slice(), which on a Buffer is a view.
  const copy = new Uint8Array(file);
  const structure = readTiffStart(copy);
  if (!structure) return copy;
  const { reader, firstDirectory, big } = structure;
  const count = big ? reader.u64(firstDirectory) : reader.u16(firstDirectory);
  for (let index = 0; index < count; index++) {
    const entry = firstDirectory + (big ? 8 + index * 20 : 2 + index * 12);
    if (reader.u16(entry) !== tag.photometric) continue;
    const at = entry + (big ? 12 : 8);
    new DataView(copy.buffer).setUint16(at, value, reader.littleEndian);
  }
  return copy;
}
