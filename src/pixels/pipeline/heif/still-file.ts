/** Writes HEIC and AVIF files of one picture, with or without alpha: ISO/IEC 23008-12, items and properties. */
import { concatenate } from '../concatenate.ts';

/** A coded picture that is an item of the file. */
export interface StillItem {
  /** `av01` or `hvc1`. */
  readonly type: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whole boxes, in the order in which they count. */
  readonly properties: readonly Uint8Array[];
  readonly bytes: number;
}

/** The picture, and the one of its alpha. */
export interface StillPicture {
  readonly brand: 'avif' | 'heic';
  readonly colour: StillItem;
  readonly alpha: StillItem | null;
  readonly premultiplied: boolean;
}

const colourId = 1;
const alphaId = 2;

/** The file as far as the header of its last box, `mdat`: the coded picture follows, then that of alpha. */
export function stillFileHead(picture: StillPicture): Uint8Array {
  const { brand, colour, alpha } = picture;
  const type = box('ftyp', text(brand), u32(0), text(`mif1miaf${brand}`));
  const dataHeader = concatenate([u32(8 + colour.bytes + (alpha?.bytes ?? 0)), text('mdat')]);
  // Its length does not depend on where the data is.
  const dataAt = type.length + description(picture, 0).length + dataHeader.length;
  return concatenate([type, description(picture, dataAt), dataHeader]);
}

function description({ colour, alpha, premultiplied }: StillPicture, dataAt: number): Uint8Array {
  const items = [{ id: colourId, item: colour, at: dataAt }];
  if (alpha) items.push({ id: alphaId, item: alpha, at: dataAt + colour.bytes });
  const locations = items.map(({ id, item, at }) => concatenate([u16(id), u16(0), u16(1), u32(at), u32(item.bytes)]));
  const entries = items.map(({ id, item }) => fullBox('infe', 2, u16(id), u16(0), text(`${item.type}\0`)));
  const references = alpha ? [box('auxl', u16(alphaId), u16(1), u16(colourId))] : [];
  if (alpha && premultiplied) references.push(box('prem', u16(colourId), u16(1), u16(alphaId)));
  const lists = items.map(({ id, item }) => ({ id, properties: [extent(item), ...item.properties] }));
  let index = 0;
  const associations = lists.map(({ id, properties }) =>
    concatenate([u16(id), Uint8Array.of(properties.length, ...properties.map(() => ++index))]),
  );
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, u32(0), text('pict'), new Uint8Array(13)),
    fullBox('pitm', 0, u16(colourId)),
    // Offsets and lengths of four bytes each, no base.
    fullBox('iloc', 0, Uint8Array.of(0x44, 0), u16(items.length), ...locations),
    fullBox('iinf', 0, u16(items.length), ...entries),
    ...(references.length > 0 ? [fullBox('iref', 0, ...references)] : []),
    box(
      'iprp',
      box('ipco', ...lists.flatMap(({ properties }) => properties)),
      fullBox('ipma', 0, u32(items.length), ...associations),
    ),
  );
}

function extent({ widthPx, heightPx }: StillItem): Uint8Array {
  return fullBox('ispe', 0, u32(widthPx), u32(heightPx));
}

/** The property that makes an item the alpha of another. */
export function alphaProperty(): Uint8Array {
  return fullBox('auxC', 0, text('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'));
}

function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = parts.reduce((sum, part) => sum + part.length, 8);
  return concatenate([u32(bytes), text(type), ...parts]);
}

/** A box with a version, and flags that are 0. */
function fullBox(type: string, version: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return box(type, Uint8Array.of(version, 0, 0, 0), ...parts);
}

function text(characters: string): Uint8Array {
  return new TextEncoder().encode(characters);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value & 255);
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}
