/** JPEG headers: ITU-T T.81 annex B, EXIF in APP1, ICC in APP2 (ICC.1 annex B.4). */
import { type ByteReader, entryUs } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header, Orientation } from '../picture/header.ts';
import { countMarkers } from '../picture/jpeg-markers.ts';
import { exifOrientation } from './tiff-directory.ts';

/** Decoders go over segments in one call: so many take less than a turn of others. No camera or program writes a thousand. */
const mostSegments = 400_000;

/** True for files that begin with SOI and another marker. */
export function isJpeg(reader: ByteReader): boolean {
  return reader.has(0, '\xff\xd8\xff');
}

/** A marker segment: offsets in the file. */
export interface JpegSegment {
  readonly marker: number;
  /** Payload, after the two length bytes. */
  readonly at: number;
  readonly end: number;
}

/**
 * The marker segments from SOI to the first scan, which is the last one given. Markers without a segment are given as empty ones.
 * @throws ImageFault for a broken segment or an end before the first scan, RangeError where the file ends before
 */
export function* jpegSegments(reader: ByteReader): Generator<JpegSegment> {
  let at = 2;
  for (;;) {
    // T.81 B.1.1.2: any number of 0xFF fill bytes may precede a marker. Decoders skip other stray bytes too.
    const found = reader.bytes.indexOf(0xff, at);
    at = found < 0 ? reader.length : found;
    while (reader.bytes[at] === 0xff) at++;
    const marker = reader.u8(at++);
    if (marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      yield { marker, at, end: at };
      continue;
    }
    if (marker === 0xd9) throw new ImageFault('invalid', 'The JPEG file ends before its picture');
    const length = reader.u16(at);
    if (length < 2) throw new ImageFault('invalid', 'The JPEG file has a broken segment');
    yield { marker, at: at + 2, end: at + length };
    if (marker === 0xda) return;
    at += length;
  }
}

/**
 * Reads the frame header, the orientation of the first EXIF segment and whether there is an ICC profile, and counts scans.
 * Segments are its steps.
 * @throws ImageFault without a frame header that T.81 knows, RangeError where the file ends before
 */
export function* probeJpeg(reader: ByteReader): Generator<number, Header, void> {
  let frame: JpegSegment | null = null;
  let componentsOfScan = 0;
  let [scans, segments] = [0, 0];
  let orientation: Orientation | null = null;
  let hasIcc = false;
  for (const segment of jpegSegments(reader)) {
    yield entryUs;
    segments++;
    const { marker, at, end } = segment;
    if (isFrame(marker)) frame = segment;
    else if (marker === 0xda) {
      componentsOfScan = reader.u8(at);
      const behind = yield* countMarkers(reader.bytes, at);
      scans = behind.scans;
      segments += behind.segments;
    } else if (marker === 0xe1 && reader.has(at, 'Exif\0\0')) {
      orientation ??= exifOrientation(reader.bytes.subarray(at + 6, end));
    } else if (marker === 0xe2 && reader.has(at, 'ICC_PROFILE\0')) hasIcc = true;
  }
  if (!frame) throw new ImageFault('invalid', 'The JPEG file has no frame header');
  const bitsPerSample = reader.u8(frame.at);
  // T.81 B.2.2: no process has other precisions.
  if (bitsPerSample < 2 || bitsPerSample > 16)
    throw new ImageFault('invalid', 'The JPEG file has a broken frame header');
  const components = reader.u8(frame.at + 5);
  return {
    format: 'jpeg',
    heightPx: reader.u16(frame.at + 1),
    widthPx: reader.u16(frame.at + 3),
    orientation: orientation ?? 1,
    colour: components === 1 ? 'grey' : components === 3 ? 'rgb' : components === 4 ? 'cmyk' : 'other',
    bitsPerSample,
    hasAlpha: false,
    animated: false,
    // More scans follow where the first has not all components.
    wholeFrame: (frame.marker !== 0xc0 && frame.marker !== 0xc1) || componentsOfScan < components,
    hasIcc,
    scans,
    ...(segments > mostSegments && { longLists: true }),
    rareCoding: frame.marker > 0xc2,
    samplesPerPixel: samplesPerPixel(reader, frame.at + 6, components),
  };
}

/** @param at the first component of a frame header (T.81 B.2.2), which may state no sampling at all */
function samplesPerPixel(reader: ByteReader, at: number, components: number): number {
  const sampling = Array.from({ length: components }, (_, index) => reader.u8(at + index * 3 + 1));
  const most = (shift: number) => Math.max(1, ...sampling.map((factors) => (factors >> shift) & 15));
  const [across, down] = [most(4), most(0)];
  return sampling.reduce((sum, factors) => sum + ((factors >> 4) * (factors & 15)) / (across * down), 0);
}

/** SOF0 to SOF15 without DHT, JPG and DAC (T.81 table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
