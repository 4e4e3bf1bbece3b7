/**
 * HEIC and AVIF headers: ISO/IEC 14496-12 boxes, ISO/IEC 23008-12 items and properties.
 *
 * The size is that of the primary item after its own `clap` and `irot`; EXIF orientation is ignored, because decoders
 * turn the picture themselves.
 */
import { boxes, childOf, type FileBox, fileBrands, metaExtent } from '../heif/boxes.ts';
import { pictureDescription } from '../heif/first-frame.ts';
import type { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header, ImageFormat } from '../picture/header.ts';
import { av1Samples } from './av1-samples.ts';
import { heifColour } from './heif-colour.ts';
import { alphaItem, firstTile, isAlpha, itemProperties, itemStart, primaryItem } from './heif-items.ts';

const brands = /^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1|miaf)$/;

/** True for files whose first box, `ftyp`, names a brand of HEIC or AVIF. */
export function isHeif(reader: ByteReader): boolean {
  if (!reader.has(4, 'ftyp')) return false;
  return fileBrands(reader).some((brand) => brands.test(brand));
}

/**
 * Reads the description of the primary item of a HEIC or AVIF file, or of the first frame of an image sequence.
 * @returns `codedPixels` counts the picture before its crop
 * @throws ImageFault where it has no primary item, size or known codec, RangeError where the file ends before
 */
export function probeHeif(file: ByteReader): Header {
  const { reader, isSequence } = pictureDescription(file);
  const meta = metaExtent(reader);
  if (!meta) throw new ImageFault('invalid', missing(reader));
  const parts = new Map([...boxes(reader, meta.at, meta.end)].map((box) => [box.type, box]));
  const described = (item: number) => {
    const properties = itemProperties(reader, parts.get('iprp'), item);
    const tile = firstTile(reader, parts.get('iref'), item);
    const ofTile = tile === undefined ? [] : itemProperties(reader, parts.get('iprp'), tile);
    // A grid has no codec of its own, and may leave its colours to its tiles.
    const all = [...properties, ...ofTile.filter(({ type }) => !isTypeOf(type, properties))];
    return { properties, all, data: itemStart(reader, parts.get('iloc'), tile ?? item) };
  };
  const primary = primaryItem(reader, parts.get('pitm'));
  const { properties, ...colour } = described(primary);
  const alpha = alphaItem(reader, parts.get('iref'), parts.get('iprp'), primary);
  return {
    format: codec(reader, parts.get('iinf')),
    ...size(reader, properties),
    orientation: 1,
    colour: 'rgb',
    hasAlpha: hasAlphaItem(reader, parts.get('iprp')),
    animated: isSequence,
    wholeFrame: true,
    ...heifColour(reader, colour.all),
    av1: av1Samples(reader, colour, alpha === undefined ? null : described(alpha)),
  };
}

/** What is wrong with a file that describes no picture. */
function missing(reader: ByteReader): string {
  return childOf(reader, { at: 0, end: reader.length }, 'moov')
    ? 'The image sequence has no first frame that can be read; please export one of its frames as a still picture'
    : 'The file has no picture description (meta box)';
}

/** ISO/IEC 23008-12 section 6.5: the extent, then crops (`clap`, in fractions) and turns in the order of their listing. */
function size(
  reader: ByteReader,
  properties: readonly FileBox[],
): Pick<Header, 'widthPx' | 'heightPx' | 'codedPixels'> {
  const extent = properties.find(({ type }) => type === 'ispe');
  if (!extent) throw new ImageFault('invalid', 'The file does not state the size of its picture');
  const stored = [reader.u32(extent.at + 4), reader.u32(extent.at + 8)];
  let [widthPx, heightPx] = stored;
  const fraction = (at: number) => Math.round(reader.u32(at) / Math.max(1, reader.u32(at + 4)));
  for (const { type, at } of properties) {
    if (type === 'clap') [widthPx, heightPx] = [fraction(at), fraction(at + 8)];
    else if (type === 'irot' && (reader.u8(at) & 1) === 1) [widthPx, heightPx] = [heightPx, widthPx];
  }
  return { widthPx, heightPx, codedPixels: stored[0] * stored[1] };
}

function isTypeOf(type: string, properties: readonly FileBox[]): boolean {
  return properties.some((property) => property.type === type);
}

/** The codec of any coded item distinguishes HEIC and AVIF also where the brands (`mif1`) do not. */
function codec(reader: ByteReader, box: FileBox | undefined): ImageFormat {
  if (box) {
    const listAt = box.at + (reader.u8(box.at) === 0 ? 6 : 8);
    for (const entry of boxes(reader, listAt, box.end)) {
      if (entry.type !== 'infe') continue;
      const version = reader.u8(entry.at);
      const type = reader.text(entry.at + (version >= 3 ? 10 : 8), 4);
      if (type === 'av01') return 'avif';
      if (type === 'hvc1' || type === 'hev1') return 'heic';
    }
  }
  const known = fileBrands(reader);
  if (known.some((brand) => brand.startsWith('avi'))) return 'avif';
  if (known.some((brand) => brand.startsWith('he'))) return 'heic';
  throw new ImageFault('unsupported', 'The file is not an image of a supported format');
}

function hasAlphaItem(reader: ByteReader, container: FileBox | undefined): boolean {
  if (!container) return false;
  const store = childOf(reader, container, 'ipco');
  return store !== undefined && [...boxes(reader, store.at, store.end)].some((box) => isAlpha(reader, box));
}
