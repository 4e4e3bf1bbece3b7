/** TIFF files made by hand, sound and strange: TIFF 6.0 section 2, and BigTIFF. */

/** A tag, its type (BYTE 1, ASCII 2, SHORT 3, LONG 4, UNDEFINED 7, IFD 13) and its values. */
export type MadeField = readonly [id: number, type: number, values: readonly number[]];

/** A page of a file. */
export interface MadePage {
  readonly fields: readonly MadeField[];
  /** Strips, or tiles where a field says how wide they are; their places and lengths are stated unless a field does. */
  readonly chunks?: readonly Uint8Array[];
  /** Pages that its SubIFDs name. */
  readonly subPages?: readonly MadePage[];
  /** The fields are in the given order, not by their ids. */
  readonly unsorted?: boolean;
  /** The stated offset of the next page, in place of the true one. */
  readonly next?: number;
}

export interface MadeKind {
  readonly littleEndian?: boolean;
  readonly big?: boolean;
}

const valueBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4 };

/** A file of these pages. */
export function makeTiff(pages: readonly MadePage[], kind: MadeKind = {}): Uint8Array<ArrayBuffer> {
  const file = new TiffFile(kind);
  for (const page of pages) file.add(page);
  return Uint8Array.from(file.bytes);
}

class TiffFile {
  readonly bytes: number[] = [];
  readonly #littleEndian: boolean;
  readonly #countBytes: number;
  readonly #entryBytes: number;
  readonly #wordBytes: number;
  /** The place that names the next page. */
  #named: number;

  constructor({ littleEndian = true, big = false }: MadeKind) {
    this.#littleEndian = littleEndian;
    [this.#countBytes, this.#entryBytes, this.#wordBytes] = big ? [8, 20, 8] : [2, 12, 4];
    this.bytes.push(...Array<number>(big ? 16 : 8).fill(0));
    this.#put(0, littleEndian ? 0x4949 : 0x4d4d, 2);
    this.#put(2, big ? 43 : 42, 2);
    if (big) this.#put(4, 8, 2);
    this.#named = big ? 8 : 4;
  }

  add(page: MadePage): void {
    const { at, next } = this.#write(page);
    this.#put(this.#named, at, this.#wordBytes);
    this.#named = next;
  }

  #put(at: number, value: number, size: number): void {
    for (let index = 0; index < size; index++) {
      const place = this.#littleEndian ? index : size - 1 - index;
      this.bytes[at + index] = Math.floor(value / 256 ** place) % 256;
    }
  }

  #putValues(at: number, type: number, values: readonly number[]): void {
    for (const [index, value] of values.entries()) this.#put(at + index * valueBytes[type], value, valueBytes[type]);
  }

  #append(data: Iterable<number>): number {
    const at = this.bytes.length;
    for (const byte of data) this.bytes.push(byte);
    if (this.bytes.length % 2 === 1) this.bytes.push(0);
    return at;
  }

  #appendZeros(count: number): number {
    return this.#append(Array<number>(count).fill(0));
  }

  /** @returns where its directory is, and where that names the next one */
  #write(page: MadePage): { readonly at: number; readonly next: number } {
    const places = (page.chunks ?? []).map((chunk) => this.#append(chunk));
    const subPages = (page.subPages ?? []).map((sub) => this.#write(sub).at);
    const fields = fieldsOf(page, places, subPages);
    const outside = fields.map(([, type, values]) => {
      if (values.length * valueBytes[type] <= this.#wordBytes) return 0;
      const at = this.#appendZeros(values.length * valueBytes[type]);
      this.#putValues(at, type, values);
      return at;
    });
    const at = this.#appendZeros(this.#countBytes + fields.length * this.#entryBytes + this.#wordBytes);
    this.#put(at, fields.length, this.#countBytes);
    fields.forEach(([id, type, values], index) => {
      const entry = at + this.#countBytes + index * this.#entryBytes;
      this.#put(entry, id, 2);
      this.#put(entry + 2, type, 2);
      this.#put(entry + 4, values.length, this.#wordBytes);
      const value = entry + 4 + this.#wordBytes;
      if (outside[index] > 0) this.#put(value, outside[index], this.#wordBytes);
      else this.#putValues(value, type, values);
    });
    const next = at + this.#countBytes + fields.length * this.#entryBytes;
    this.#put(next, page.next ?? 0, this.#wordBytes);
    return { at, next };
  }
}

/** The fields of a page, with those that say where its chunks and sub-pages are. */
function fieldsOf(page: MadePage, places: readonly number[], subPages: readonly number[]): MadeField[] {
  const [offsetsId, bytesId] = page.fields.some(([id]) => id === 322) ? [324, 325] : [273, 279];
  const stated: MadeField[] = [
    [offsetsId, 4, places],
    [bytesId, 4, (page.chunks ?? []).map(({ length }) => length)],
    [330, 13, subPages],
  ];
  const missing = stated.filter(([id, , values]) => values.length > 0 && !page.fields.some((field) => field[0] === id));
  const fields = [...page.fields, ...missing];
  return page.unsorted ? fields : fields.sort((a, b) => a[0] - b[0]);
}

/** What may differ from a plain RGB page of 8-bit samples in one strip. */
export interface PictureTags {
  readonly fields?: readonly MadeField[];
  readonly samplesPerPixel?: number;
  readonly bits?: number;
}

/** A page of uncompressed samples; fields replace those of the same id. */
export function rgbPage(
  widthPx: number,
  heightPx: number,
  samples: Uint8Array,
  { fields = [], samplesPerPixel = 3, bits = 8 }: PictureTags = {},
): MadePage {
  const usual: MadeField[] = [
    [256, 4, [widthPx]],
    [257, 4, [heightPx]],
    [258, 3, Array<number>(samplesPerPixel).fill(bits)],
    [259, 3, [1]],
    [262, 3, [samplesPerPixel >= 3 ? 2 : 1]],
    [277, 3, [samplesPerPixel]],
    [278, 4, [heightPx]],
  ];
  const kept = usual.filter(([id]) => !fields.some((field) => field[0] === id));
  return { fields: [...kept, ...fields], chunks: [samples] };
}

/** A page less some of its fields. */
export function without(page: MadePage, ...ids: readonly number[]): MadePage {
  return { ...page, fields: page.fields.filter(([id]) => !ids.includes(id)) };
}

/** Samples that differ from each other. */
export function noise(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => Math.imul(index + 1, 2654435761) >>> 24);
}

/** 32-bit floats as bytes. */
export function floatBytes(values: readonly number[], littleEndian = true): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) bytes.setFloat32(index * 4, value, littleEndian);
  return new Uint8Array(bytes.buffer);
}
