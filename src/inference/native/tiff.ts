/** TIFF by libvips, less what it gets wrong: other pages and tags, 8-bit L*a*b*, wide integers, floats, planes in tiles. */
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { framePicture, turnedOnce } from '../../pixels/pipeline/picture/frame.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { photometric } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { labToSrgb } from './lab.ts';
import { decodeSamples, decodeWithLibvips } from './libvips.ts';
import { complaintThatCounts, withCountedChunks, withShownPlanes } from './tiff-chunks.ts';
import { withoutExtras } from './tiff-extras.ts';
import { scaleFloats } from './tiff-floats.ts';
import {
  changed,
  type DecodablePage,
  field,
  fileOf,
  firstValue,
  formatFloat,
  readDecodablePage,
  shorts,
  tag,
} from './tiff-page.ts';
import { joinPlanes } from './tiff-planes.ts';

/** Integers of these bits are read. */
const readBits = [1, 2, 4, 8, 16];
/** Compressions that this build of libvips lacks. */
const unreadCodings: Readonly<Record<number, string>> = {
  6: 'old-style JPEG',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50002: 'JPEG XL',
};

/**
 * Decodes the first page in full resolution of a TIFF file. Of extra samples the first one that is declared as alpha
 * counts; all others are dropped.
 * @param maxScans of JPEG codes
 * @throws ImageFault
 */
export async function openTiff(file: Uint8Array, header: Header, maxScans: number): Promise<Picture> {
  const stored = readDecodablePage(file);
  refuseRareKinds(stored, header);
  const page = await withCountedChunks(withShownPlanes(stored), maxScans);
  const plain =
    (await joinPlanes(page, header)) ?? (await withoutExtras(page, header)) ?? (await scaleFloats(page, header));
  return plain
    ? openInterleaved(plain, { ...header, bitsPerSample: 8 }, plain.file)
    : openInterleaved(page, header, null);
}

/** Names what libvips does not read. @throws ImageFault */
function refuseRareKinds(page: DecodablePage, { bitsPerSample: bits }: Header): void {
  const coding = unreadCodings[firstValue(page, tag.compression, 1)];
  if (coding) {
    throw new ImageFault('invalid', `The TIFF file is compressed by ${coding}; please save it with LZW or Deflate`);
  }
  if (readBits.includes(bits) || firstValue(page, tag.sampleFormat, 1) === formatFloat) return;
  throw new ImageFault('invalid', `The TIFF file has ${bits}-bit integer samples; please save it with 8 or 16`);
}

/** @param alone the file that holds nothing but the page, where there is one */
async function openInterleaved(page: DecodablePage, header: Header, alone: Uint8Array | null): Promise<Picture> {
  const failOn = complaintThatCounts(page);
  const dropsAlpha = page.alpha === null;
  const meaning = firstValue(page, tag.photometric, photometric.grey);
  const isLab = meaning === photometric.cieLab || meaning === photometric.iccLab;
  if (!isLab || header.bitsPerSample !== 8) {
    return decodeWithLibvips(alone ?? fileOf(page), header, failOn, dropsAlpha);
  }

  // Declared as RGB, the samples come through as they are.
  const asRgb = fileOf(changed(page, [field(tag.photometric, shorts, photometric.rgb)]));
  const decoded = await decodeSamples(asRgb, header, { failOn, keepsColours: true, dropsAlpha });
  labToSrgb(decoded.samples, decoded.channels, meaning === photometric.iccLab ? 128 : 0);
  return framePicture(turnedOnce({ ...decoded, orientation: header.orientation, icc: null }));
}
