/**
 * Planes in tiles (TIFF 6.0: PlanarConfiguration 2 with section 15), which libvips 8.18 does not read: each plane is
 * shown to it as a grey picture of its own, and all are joined to one picture of interleaved samples.
 */
import sharp from 'sharp';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { type Header, pixelsToDecode } from '../pipeline/picture/header.ts';
import { readTiffStart } from '../pipeline/probe/tiff-directory.ts';
import { readFields, type TiffField, type TiffKind, writeFields, writeHeader } from './tiff-fields.ts';
import { wholeHeader } from './whole-header.ts';

const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  icc: 34675,
} as const;
/** Grey, RGB, CMYK and L*a*b*: what has a sample of each colour in each pixel. */
const photometrics = [0, 1, 2, 5, 8, 9];
const separatePlanes = 2;
const unsignedIntegers = 1;
const [shorts, longs, longs8] = [3, 4, 16];
/** CMYK and alpha. */
const maxPlanes = 5;

interface Planes {
  readonly file: Uint8Array;
  readonly kind: TiffKind;
  readonly fields: ReadonlyMap<number, TiffField>;
  readonly count: number;
}

/**
 * A TIFF file of the same picture with interleaved 8-bit samples, uncompressed, where a file has its planes in tiles.
 * 16-bit samples lose their low byte.
 * @returns null for files that are stored otherwise, or in a way that nothing here knows
 * @throws ImageFault
 */
export async function joinPlanes(file: Uint8Array, header: Header): Promise<Uint8Array | null> {
  const planes = wholeHeader(() => readPlanes(file, header));
  if (!planes) return null;
  const { fields, count } = planes;
  const bytes = pixelsToDecode(header) * count;
  const from = 8;
  const kind: TiffKind = { littleEndian: true, big: false };
  const directory = writeFields(
    [
      field(tag.width, longs, header.widthPx),
      field(tag.height, longs, header.heightPx),
      { id: tag.bits, type: shorts, values: new Uint8Array(count).fill(8) },
      field(tag.compression, shorts, 1),
      ...kept(fields, [tag.photometric, tag.samples, tag.extraSamples, tag.icc]),
      field(tag.stripOffsets, longs, from),
      field(tag.rowsPerStrip, longs, header.heightPx),
      field(tag.stripBytes, longs, bytes),
    ],
    from + bytes,
    kind,
  );
  const joined = new Uint8Array(from + bytes + directory.length);
  writeHeader(joined, from + bytes, kind);
  joined.set(directory, from + bytes);
  for (let plane = 0; plane < count; plane++) {
    const greys = await decodePlane(planeFile(planes, plane), header);
    for (let pixel = 0, to = from + plane; pixel < greys.length; pixel++, to += count) joined[to] = greys[pixel];
  }
  return joined;
}

function readPlanes(file: Uint8Array, { bitsPerSample }: Header): Planes | null {
  const structure = readTiffStart(file);
  if (!structure) return null;
  const { reader, firstDirectory, big } = structure;
  const fields = readFields(reader, firstDirectory, big, Object.values(tag));
  const value = (id: number) => fields.get(id)?.values[0];
  const count = value(tag.samples) ?? 1;
  const inTiles = value(tag.planar) === separatePlanes && fields.has(tag.tileWidth);
  const known =
    (bitsPerSample === 8 || bitsPerSample === 16) &&
    (value(tag.sampleFormat) ?? unsignedIntegers) === unsignedIntegers &&
    photometrics.includes(value(tag.photometric) ?? -1);
  if (!inTiles || !known || count < 2 || count > maxPlanes) return null;
  checkTiles(fields, file.length);
  return { file, kind: { littleEndian: reader.littleEndian, big }, fields, count };
}

/** What a tile lacks at the end of the file would be read out of what is put there. @throws ImageFault */
function checkTiles(fields: ReadonlyMap<number, TiffField>, fileBytes: number): void {
  const offsets = fields.get(tag.tileOffsets)?.values ?? [];
  const bytes = fields.get(tag.tileBytes)?.values ?? [];
  for (let tile = 0; tile < offsets.length; tile++) {
    if (offsets[tile] + bytes[tile] <= fileBytes) continue;
    throw new ImageFault('invalid', 'The TIFF file ends before its last pixel; please upload it again');
  }
}

/** The file with another directory, behind its end, that describes one plane alone. */
function planeFile({ file, kind, fields, count }: Planes, plane: number): Uint8Array {
  const part = (id: number): TiffField => {
    const { values } = fields.get(id) ?? { values: [] };
    const tiles = Math.floor(values.length / count);
    return {
      id,
      type: kind.big ? longs8 : longs,
      values: Array.from({ length: tiles }, (_, tile) => values[plane * tiles + tile]),
    };
  };
  const directory = writeFields(
    [
      ...kept(fields, [tag.width, tag.height, tag.compression, tag.fillOrder, tag.predictor]),
      ...kept(fields, [tag.tileWidth, tag.tileHeight, tag.jpegTables]),
      field(tag.bits, shorts, fields.get(tag.bits)?.values[0] ?? 1),
      // 0 stands for black, so that the samples come through as they are.
      field(tag.photometric, shorts, 1),
      field(tag.samples, shorts, 1),
      part(tag.tileOffsets),
      part(tag.tileBytes),
    ],
    file.length,
    kind,
  );
  const alone = new Uint8Array(file.length + directory.length);
  alone.set(file);
  alone.set(directory, file.length);
  writeHeader(alone, file.length, kind);
  return alone;
}

/** One byte a pixel, of 16-bit samples the high one. @throws ImageFault */
async function decodePlane(file: Uint8Array, header: Header): Promise<Uint8Array> {
  const deep = header.bitsPerSample === 16;
  try {
    // Below warnings libvips takes cut tiles for black ones.
    const { data, info } = await sharp(file, { failOn: 'warning', limitInputPixels: pixelsToDecode(header) })
      .toColourspace(deep ? 'grey16' : 'b-w')
      .raw({ depth: deep ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 1 || info.width !== header.widthPx || info.height !== header.heightPx) {
      throw new Error(`libvips gave ${info.width}x${info.height}x${info.channels}`);
    }
    if (!deep) return data;
    const words = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
    return Uint8Array.from(words, (word) => word >> 8);
  } catch (cause) {
    throw new ImageFault('invalid', 'The TIFF file is damaged or incomplete; please export it again', cause);
  }
}

function kept(fields: ReadonlyMap<number, TiffField>, ids: readonly number[]): TiffField[] {
  return ids.flatMap((id) => fields.get(id) ?? []);
}

function field(id: number, type: number, value: number): TiffField {
  return { id, type, values: [value] };
}
