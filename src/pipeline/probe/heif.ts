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
import { heifColour } from './heif-colour.ts';

const brands = /^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1|miaf)$/;

/** Names of auxiliary pictures that are alpha: ISO/IEC 23008-12 section 6.5.8, and HEVC's own (annex B.2.2.4). */
const alphaTypes = /alpha|hevc:2015:auxid:1/;

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
  const primary = primaryItem(reader, parts.get('pitm'));
  const properties = itemProperties(reader, parts.get('iprp'), primary);
  const tile = firstTile(reader, parts.get('iref'), primary);
  const tileProperties = tile === undefined ? [] : itemProperties(reader, parts.get('iprp'), tile);
  return {
    format: codec(reader, parts.get('iinf')),
    ...size(reader, properties),
    orientation: 1,
    colour: 'rgb',
    hasAlpha: hasAlphaItem(reader, parts.get('iprp')),
    animated: isSequence,
    wholeFrame: true,
    // A grid has no codec of its own, and may leave its colours to its tiles.
    ...heifColour(reader, [...properties, ...tileProperties.filter(({ type }) => !isTypeOf(type, properties))]),
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

function primaryItem(reader: ByteReader, box: FileBox | undefined): number {
  if (!box) throw new ImageFault('invalid', 'The file does not name its primary picture');
  return reader.u8(box.at) === 0 ? reader.u16(box.at + 4) : reader.u32(box.at + 4);
}

/** ISO/IEC 23008-12 section 9.3: `ipco` holds properties, `ipma` says which item has which, counted from 1. */
function itemProperties(reader: ByteReader, container: FileBox | undefined, item: number): FileBox[] {
  if (!container) throw new ImageFault('invalid', 'The file does not describe its picture');
  const children = [...boxes(reader, container.at, container.end)];
  const store = children.find(({ type }) => type === 'ipco');
  const properties = store ? [...boxes(reader, store.at, store.end)] : [];
  for (const association of children.filter(({ type }) => type === 'ipma')) {
    const version = reader.u8(association.at);
    const wide = (reader.u24(association.at + 1) & 1) === 1;
    const entries = reader.u32(association.at + 4);
    let at = association.at + 8;
    for (let entry = 0; entry < entries && at < association.end; entry++) {
      const id = version < 1 ? reader.u16(at) : reader.u32(at);
      at += version < 1 ? 2 : 4;
      const count = reader.u8(at++);
      const indices: number[] = [];
      for (let index = 0; index < count; index++, at += wide ? 2 : 1) {
        indices.push(wide ? reader.u16(at) & 0x7fff : reader.u8(at) & 0x7f);
      }
      if (id === item) return indices.flatMap((index) => properties[index - 1] ?? []);
    }
  }
  return [];
}

/** ISO/IEC 23008-12 section 6.6.2.3: the first of the items that a grid is made of; undefined for an item of its own. */
function firstTile(reader: ByteReader, references: FileBox | undefined, item: number): number | undefined {
  if (!references) return undefined;
  const wide = reader.u8(references.at) > 0;
  const id = (at: number) => (wide ? reader.u32(at) : reader.u16(at));
  const idBytes = wide ? 4 : 2;
  for (const { type, at } of boxes(reader, references.at + 4, references.end)) {
    // Whose it is, how many there are, and which.
    if (type === 'dimg' && id(at) === item && reader.u16(at + idBytes) > 0) return id(at + idBytes + 2);
  }
  return undefined;
}

function isTypeOf(type: string, properties: readonly FileBox[]): boolean {
  return properties.some((property) => property.type === type);
}

/** The codec of any coded item tells HEIC from AVIF also where the brands (`mif1`) do not. */
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
  if (!store) return false;
  return [...boxes(reader, store.at, store.end)].some(
    ({ type, at, end }) =>
      type === 'auxC' && alphaTypes.test(reader.text(at + 4, Math.max(0, Math.min(64, end - at - 4)))),
  );
}
