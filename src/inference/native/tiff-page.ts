/**
 * One page of a TIFF file as a decoder needs it: what makes its pixels and nothing else, in order and without
 * contradictions. Of other tags and other pages libtiff complains too, and its complaints do not say whether pixels are lost.
 */
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { readTiffStart } from '../../pixels/pipeline/probe/tiff-directory.ts';
import { readFields, type TiffField } from '../../pixels/pipeline/probe/tiff-fields.ts';
import { findTiffPage } from '../../pixels/pipeline/probe/tiff-page.ts';
import { extra, photometric, pixelSamples } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { type TiffKind, writeFields, writeHeader } from './tiff-writing.ts';
import { wholeHeader } from './whole-header.ts';

/** What makes pixels: TIFF 6.0 sections 3 to 23, and the supplements on JPEG and LERC. */
export const tag = {
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
  faxOptions3: 292,
  faxOptions4: 293,
  predictor: 317,
  colourMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  chromaCoefficients: 529,
  chromaSubsampling: 530,
  chromaPositioning: 531,
  referenceBlackWhite: 532,
  icc: 34675,
  lercParameters: 50674,
} as const;

export const [shorts, longs, longs8] = [3, 4, 16];

/** SampleFormat. */
const formatSigned = 2;
export const [formatUnsigned, formatFloat] = [1, 3];

/** A page with the file that holds its pixels. */
export interface DecodablePage {
  readonly file: Uint8Array;
  readonly kind: TiffKind;
  /** Offset of its directory in the file. */
  readonly directory: number;
  readonly fields: ReadonlyMap<number, TiffField>;
  /** Samples of a pixel, those beyond its colours included. */
  readonly samples: number;
  /** Samples of a pixel that are colours: the first ones. */
  readonly colours: number;
  /** Which sample is the alpha that is shown; null without one. */
  readonly alpha: number | null;
}

/** The first value of a field. */
export function firstValue({ fields }: Pick<DecodablePage, 'fields'>, id: number, fallback: number): number {
  return fields.get(id)?.values[0] ?? fallback;
}

/** A field of one number or of several. */
export function field(id: number, type: number, ...values: number[]): TiffField {
  return { id, type, values };
}

/**
 * Reads the page that is the picture, and states what its file leaves to guess.
 * @throws ImageFault
 */
export function readDecodablePage(file: Uint8Array): DecodablePage {
  const start = readTiffStart(file);
  if (!start) throw new ImageFault('invalid', 'The TIFF file has a broken header');
  const { reader, big } = start;
  const { at: directory } = wholeHeader(() => findTiffPage(start));
  const fields = wholeHeader(() => readFields(reader, directory, big, Object.values(tag)));
  const value = (id: number, fallback: number) => firstValue({ fields }, id, fallback);
  const { meaning, count: samples, colours, extras, alpha } = pixelSamples(fields);
  const state = (id: number, values: readonly number[]) => fields.set(id, { id, type: shorts, values });
  state(tag.photometric, [meaning]);
  state(tag.samples, [samples]);
  // Signed bytes are shown as if they had no sign, as others show them.
  if (value(tag.sampleFormat, 1) === formatSigned && value(tag.bits, 1) === 8) fields.delete(tag.sampleFormat);
  for (const id of [tag.bits, tag.sampleFormat]) {
    const each = Array.from(fields.get(id)?.values ?? [1]).slice(0, samples);
    state(id, each.length === samples ? each : Array<number>(samples).fill(each[0]));
  }
  fields.delete(tag.extraSamples);
  if (extras.length > 0) state(tag.extraSamples, extras);
  return { file, kind: { littleEndian: reader.littleEndian, big }, directory, fields, samples, colours, alpha };
}

/** The page with some fields replaced, and without some. */
export function changed(
  page: DecodablePage,
  fields: readonly TiffField[],
  without: readonly number[] = [],
): DecodablePage {
  const all = new Map([...page.fields, ...fields.map((each) => [each.id, each] as const)]);
  for (const id of without) all.delete(id);
  return { ...page, fields: all };
}

const ownColours = [
  photometric.whiteIsZero,
  photometric.grey,
  photometric.rgb,
  photometric.separated,
  photometric.cieLab,
  photometric.iccLab,
];

/** Whether each pixel has a sample of each colour: no palette and no chroma that pixels share. */
export function hasOwnColours(page: DecodablePage): boolean {
  return ownColours.includes(firstValue(page, tag.photometric, -1));
}

/** Whether colours were multiplied by the alpha that is shown. */
export function isAssociated({ fields, colours, alpha }: DecodablePage): boolean {
  return alpha !== null && fields.get(tag.extraSamples)?.values[alpha - colours] === extra.associatedAlpha;
}

/** What a page says once its samples are those that are shown alone: its colours, then alpha where there is one. */
export function onlyShown(page: DecodablePage): DecodablePage {
  const { colours, alpha } = page;
  const shown = [...Array(colours).keys(), ...(alpha === null ? [] : [alpha])];
  const each = (id: number) => field(id, shorts, ...shown.map((place) => page.fields.get(id)?.values[place] ?? 1));
  const fields = [field(tag.samples, shorts, shown.length), each(tag.bits), each(tag.sampleFormat)];
  if (alpha === null) return { ...changed(page, fields, [tag.extraSamples]), samples: colours };
  const kind = isAssociated(page) ? extra.associatedAlpha : extra.alpha;
  const only = changed(page, [...fields, field(tag.extraSamples, shorts, kind)]);
  return { ...only, samples: shown.length, alpha: colours };
}

/** The file with this page alone, whose directory is behind its end. */
export function fileOf({ file, kind, fields }: DecodablePage): Uint8Array {
  const directory = writeFields([...fields.values()], file.length, kind);
  const alone = new Uint8Array(file.length + directory.length);
  alone.set(file);
  alone.set(directory, file.length);
  writeHeader(alone, file.length, kind);
  return alone;
}
