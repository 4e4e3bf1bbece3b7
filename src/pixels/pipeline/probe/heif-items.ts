/** The items of HEIC and AVIF files, and what belongs to them: ISO/IEC 14496-12 section 8.11, ISO/IEC 23008-12 sections 6 and 9.3. */
import { boxes, type FileBox } from '../heif/boxes.ts';
import type { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';

/** Names of auxiliary pictures that are alpha: ISO/IEC 23008-12 section 6.5.8, and HEVC's own (annex B.2.2.4). */
const alphaTypes = /alpha|hevc:2015:auxid:1/;
/** Bytes of coded data that are handed out: more than a sequence header has. */
const startBytes = 512;

/** @throws ImageFault where the file names none */
export function primaryItem(reader: ByteReader, box: FileBox | undefined): number {
  if (!box) throw new ImageFault('invalid', 'The file does not name its primary picture');
  return reader.u8(box.at) === 0 ? reader.u16(box.at + 4) : reader.u32(box.at + 4);
}

/** ISO/IEC 23008-12 section 9.3: `ipco` holds properties, `ipma` says which item has which, counted from 1. */
export function itemProperties(reader: ByteReader, container: FileBox | undefined, item: number): FileBox[] {
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
      reader.countEntry();
      if (id !== item) {
        at += count * (wide ? 2 : 1);
        continue;
      }
      const indices: number[] = [];
      for (let index = 0; index < count; index++, at += wide ? 2 : 1) {
        reader.countEntry();
        indices.push(wide ? reader.u16(at) & 0x7fff : reader.u8(at) & 0x7f);
      }
      return indices.flatMap((index) => properties[index - 1] ?? []);
    }
  }
  return [];
}

/** ISO/IEC 23008-12 section 6.6.2.3: the first of the items that a grid is made of; undefined for an item of its own. */
export function firstTile(reader: ByteReader, references: FileBox | undefined, item: number): number | undefined {
  for (const { from, to } of referencesOf(reader, references, 'dimg')) if (from === item) return to;
  return undefined;
}

/** ISO/IEC 14496-12 section 8.11.12: which item refers to which, and of several to which first. */
function* referencesOf(
  reader: ByteReader,
  container: FileBox | undefined,
  kind: string,
): Generator<{ from: number; to: number }> {
  if (!container) return;
  const wide = reader.u8(container.at) > 0;
  const id = (at: number) => (wide ? reader.u32(at) : reader.u16(at));
  const idBytes = wide ? 4 : 2;
  for (const { type, at } of boxes(reader, container.at + 4, container.end)) {
    if (type === kind && reader.u16(at + idBytes) > 0) yield { from: id(at), to: id(at + idBytes + 2) };
  }
}

/** ISO/IEC 23008-12 section 6.5.8: the item that is the alpha of another; undefined where it has none. */
export function alphaItem(
  reader: ByteReader,
  references: FileBox | undefined,
  container: FileBox | undefined,
  item: number,
): number | undefined {
  for (const { from, to } of referencesOf(reader, references, 'auxl')) {
    if (to === item && itemProperties(reader, container, from).some((box) => isAlpha(reader, box))) return from;
  }
  return undefined;
}

/** Whether a property says that its item is an alpha. */
export function isAlpha(reader: ByteReader, { type, at, end }: FileBox): boolean {
  return type === 'auxC' && alphaTypes.test(reader.text(at + 4, Math.max(0, Math.min(64, end - at - 4))));
}

/**
 * ISO/IEC 14496-12 section 8.11.3: the first bytes of what is coded of an item.
 * @returns undefined where they are not at an offset of the file, or beyond its end
 */
export function itemStart(reader: ByteReader, locations: FileBox | undefined, item: number): Uint8Array | undefined {
  if (!locations) return undefined;
  const version = reader.u8(locations.at);
  const sizes = reader.u16(locations.at + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  let at = locations.at + 6;
  const take = (bytes: number): number => {
    if (at + bytes > locations.end) return Number.NaN;
    let value = 0;
    for (const end = at + bytes; at < end; at++) value = value * 256 + reader.u8(at);
    return value;
  };
  const wide = version === 2 ? 4 : 2;
  for (let left = take(wide); left > 0 && at < locations.end; left--) {
    reader.countEntry();
    const id = take(wide);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseBytes);
    const extents = take(2);
    if (id !== item) {
      at += extents * (indexBytes + offsetBytes + lengthBytes);
      continue;
    }
    take(indexBytes);
    const start = base + take(offsetBytes);
    const inFile = method === 0 && extents > 0 && start < reader.length;
    return inFile ? reader.bytes.subarray(start, start + startBytes) : undefined;
  }
  return undefined;
}
