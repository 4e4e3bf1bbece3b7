/**
 * HEIC and AVIF headers: ISO/IEC 14496-12 boxes, ISO/IEC 23008-12 items and properties.
 *
 * The size is that of the primary item after its own `clap` and `irot`; EXIF orientation is ignored, because decoders
 * turn the picture themselves.
 */
import type { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import type { Header, ImageFormat } from '../picture/header.ts';

const brands = /^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1|miaf)$/;

/** Names of auxiliary pictures that are alpha: ISO/IEC 23008-12 section 6.5.8, and HEVC's own (annex B.2.2.4). */
const alphaTypes = /alpha|hevc:2015:auxid:1/;

/** More than any picture has in one place; files may not make lists of millions. */
const maxBoxes = 65_536;

interface Extent {
  readonly at: number;
  readonly end: number;
}

interface Box extends Extent {
  readonly type: string;
}

/** True for files whose first box, `ftyp`, names a brand of HEIC or AVIF. */
export function isHeif(reader: ByteReader): boolean {
  if (!reader.has(4, 'ftyp')) return false;
  return fileBrands(reader).some((brand) => brands.test(brand));
}

/**
 * Reads the description of the primary item of a HEIC or AVIF file.
 * @returns `codedPixels` counts the picture before its crop
 * @throws ImageFault where it has no primary item, size or known codec, RangeError where the file ends before
 */
export function probeHeif(reader: ByteReader): Header {
  const meta = childOf(reader, { at: 0, end: reader.length }, 'meta');
  if (!meta) throw new ImageFault('invalid', 'The file has no picture description (meta box)');
  // A full box: version and flags come before its children.
  const parts = new Map([...boxes(reader, meta.at + 4, meta.end)].map((box) => [box.type, box]));
  const primary = primaryItem(reader, parts.get('pitm'));
  const properties = itemProperties(reader, parts.get('iprp'), primary);
  const profile = properties.find(({ type, at }) => type === 'colr' && !reader.has(at, 'nclx'));
  return {
    format: codec(reader, parts.get('iinf')),
    ...size(reader, properties),
    orientation: 1,
    colour: 'rgb',
    bitsPerSample: 8,
    hasAlpha: hasAlphaItem(reader, parts.get('iprp')),
    animated: fileBrands(reader).includes('avis'),
    wholeFrame: true,
    hasIcc: profile !== undefined,
  };
}

/** ISO/IEC 23008-12 section 6.5: the extent, then crops (`clap`, in fractions) and turns in the order of their listing. */
function size(reader: ByteReader, properties: readonly Box[]): Pick<Header, 'widthPx' | 'heightPx' | 'codedPixels'> {
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

function fileBrands(reader: ByteReader): string[] {
  const end = Math.min(reader.u32(0), reader.length, 512);
  const found = [reader.text(8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(reader.text(at, 4));
  return found;
}

/** ISO/IEC 14496-12 section 4.2. A box cut short by the end of the file ends there. */
function* boxes(reader: ByteReader, from: number, to: number): Generator<Box> {
  let at = from;
  for (let count = 0; at + 8 <= to; count++) {
    if (count === maxBoxes) throw new ImageFault('invalid', 'The file has too many boxes');
    let bytes = reader.u32(at);
    let headerBytes = 8;
    if (bytes === 1) {
      bytes = reader.u64(at + 8);
      headerBytes = 16;
    }
    if (bytes === 0) bytes = to - at;
    if (bytes < headerBytes) throw new ImageFault('invalid', 'The file has a broken box');
    yield { type: reader.text(at + 4, 4), at: at + headerBytes, end: Math.min(at + bytes, to) };
    at += bytes;
  }
}

function childOf(reader: ByteReader, { at, end }: Extent, type: string): Box | undefined {
  for (const box of boxes(reader, at, end)) if (box.type === type) return box;
  return undefined;
}

function primaryItem(reader: ByteReader, box: Box | undefined): number {
  if (!box) throw new ImageFault('invalid', 'The file does not name its primary picture');
  return reader.u8(box.at) === 0 ? reader.u16(box.at + 4) : reader.u32(box.at + 4);
}

/** ISO/IEC 23008-12 section 9.3: `ipco` holds properties, `ipma` says which item has which, counted from 1. */
function itemProperties(reader: ByteReader, container: Box | undefined, item: number): Box[] {
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

/** The codec of any coded item tells HEIC from AVIF also where the brands (`mif1`) do not. */
function codec(reader: ByteReader, box: Box | undefined): ImageFormat {
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

function hasAlphaItem(reader: ByteReader, container: Box | undefined): boolean {
  if (!container) return false;
  const store = childOf(reader, container, 'ipco');
  if (!store) return false;
  return [...boxes(reader, store.at, store.end)].some(
    ({ type, at, end }) =>
      type === 'auxC' && alphaTypes.test(reader.text(at + 4, Math.max(0, Math.min(64, end - at - 4)))),
  );
}
