/** TIFF headers: TIFF 6.0 and BigTIFF. The first page in full resolution counts. */
import type { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header } from '../picture/header.ts';
import { orientationOf, readTiffStart } from './tiff-directory.ts';
import { findTiffPage } from './tiff-page.ts';
import { isChosenFrom, readPixelSamples } from './tiff-samples.ts';

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  planar: 284,
  tileWidth: 322,
  sampleFormat: 339,
  icc: 34675,
};
const separatePlanes = 2;
const formatFloat = 3;

/** PhotometricInterpretation (TIFF 6.0 section 8 and supplements). */
const colours: Readonly<Record<number, Header['colour']>> = {
  0: 'grey',
  1: 'grey',
  2: 'rgb',
  3: 'palette',
  5: 'cmyk',
  6: 'rgb',
};

/** True for files that begin as TIFF or BigTIFF does, in either byte order. */
export function isTiff({ bytes }: ByteReader): boolean {
  return readTiffStart(bytes.subarray(0, 16)) !== null;
}

/**
 * Reads the directory of the page that is the picture.
 * @throws ImageFault for a broken header, RawFault for a camera's raw, RangeError where the directory is outside the file
 */
export function probeTiff({ bytes }: ByteReader): Header {
  const tiff = readTiffStart(bytes);
  if (!tiff) throw new ImageFault('invalid', 'The TIFF file has a broken header');
  const { at, directory } = findTiffPage(tiff);
  const samples = readPixelSamples(tiff.reader, at, tiff.big);
  // A value that is no number is one that decoders do not read either.
  const value = (id: number, fallback: number) => directory.first.get(id) || fallback;
  /** 16 or 32 bits wide (section 8), whatever the type that is written beside it. */
  const side = (id: number): number => {
    const px = value(id, 0);
    if (px < 2 ** 32) return px;
    throw new ImageFault('invalid', 'The TIFF file has a broken header');
  };
  const bitsPerSample = value(tag.bits, 1);
  if (bitsPerSample > 64) throw new ImageFault('invalid', 'The TIFF file has an unknown bit depth');
  const isFloat = value(tag.sampleFormat, 1) === formatFloat;
  const isPlanar = value(tag.planar, 1) === separatePlanes;
  const holdsAll = isChosenFrom(samples, bitsPerSample);
  return {
    format: 'tiff',
    widthPx: side(tag.width),
    heightPx: side(tag.height),
    orientation: orientationOf(directory),
    colour: colours[samples.meaning] ?? 'other',
    bitsPerSample,
    hasAlpha: samples.alpha !== null,
    animated: directory.next !== 0,
    wholeFrame: isFloat || holdsAll || (isPlanar && (directory.first.has(tag.tileWidth) || samples.colours === 1)),
    hasIcc: directory.first.has(tag.icc),
    ...(holdsAll && { storedBytesPerPixel: samples.count * (isFloat ? 4 : Math.ceil(bitsPerSample / 8)) }),
  };
}
