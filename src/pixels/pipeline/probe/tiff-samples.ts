/** What the samples of a TIFF pixel are: TIFF 6.0 section 8 and its supplements, and what libtiff makes of files that do not say. */
import type { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import { readFields, type TiffField } from './tiff-fields.ts';

const tag = { compression: 259, photometric: 262, samples: 277, extraSamples: 338 };

/** PhotometricInterpretation. */
export const photometric = {
  whiteIsZero: 0,
  grey: 1,
  rgb: 2,
  palette: 3,
  separated: 5,
  yCbCr: 6,
  cieLab: 8,
  iccLab: 9,
};
const coloursOf: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 };

/** Values of ExtraSamples; those above are alpha as well, as Corel Draw writes it. */
export const extra = { unspecified: 0, associatedAlpha: 1, alpha: 2 };

/** Codings of fax machines, whose paper is white without ink. */
const fax = [2, 3, 4, 32771];

/** SamplesPerPixel has 16 bits. */
const mostSamples = 0xffff;

export interface PixelSamples {
  /** A value of {@link photometric}, or one that nothing here knows. */
  readonly meaning: number;
  readonly count: number;
  /** So many of them, the first ones, are colours. */
  readonly colours: number;
  /** What the others are: values of {@link extra}. */
  readonly extras: readonly number[];
  /** Which sample is alpha: the first one that is declared as that; null without one. */
  readonly alpha: number | null;
}

/**
 * Reads what the samples of a page are.
 * @param directory its offset
 * @param big whether offsets have 64 bits
 * @throws as {@link pixelSamples}; RangeError where the directory begins outside the file
 */
export function readPixelSamples(reader: ByteReader, directory: number, big: boolean): PixelSamples {
  return pixelSamples(readFields(reader, directory, big, Object.values(tag), mostSamples));
}

/**
 * What the samples of a pixel are.
 * @param fields of a page, with those of compression, meaning, number and extra samples that it has
 * @throws ImageFault where the page does not say what its colours are, and their number does not
 */
export function pixelSamples(fields: ReadonlyMap<number, Pick<TiffField, 'values'>>): PixelSamples {
  const first = (id: number): number | undefined => fields.get(id)?.values[0];
  const declared = Array.from(fields.get(tag.extraSamples)?.values ?? []);
  const meaning = first(tag.photometric) ?? guessed(first(tag.samples) ?? 1, declared.length, first(tag.compression));
  const colours = coloursOf[meaning] ?? first(tag.samples) ?? 1;
  const count = first(tag.samples) ?? colours;
  if (count > mostSamples) throw new ImageFault('invalid', 'The TIFF file has a broken header');
  // All others show a fourth sample beside RGB as alpha, declared or not.
  if (declared.length === 0 && meaning === photometric.rgb && count === 4) declared.push(extra.alpha);
  const extras = Array.from({ length: Math.max(0, count - colours) }, (_, index) =>
    Math.min(declared[index] ?? extra.unspecified, extra.alpha),
  );
  const alpha = extras.findIndex((each) => each !== extra.unspecified);
  return { meaning, count, colours, extras, alpha: alpha < 0 ? null : colours + alpha };
}

/**
 * Whether all samples of a pixel have to be decoded as they are, and chosen from: libvips takes all further ones for alphas,
 * and alpha of 16 bits beside CMYK and L*a*b* as if it had 8.
 */
export function isChosenFrom(
  { meaning, count, colours, alpha }: Omit<PixelSamples, 'extras'>,
  bitsPerSample: number,
): boolean {
  const isPlain = meaning === photometric.rgb || colours === 1;
  return count > colours + 1 || (alpha !== null && bitsPerSample === 16 && !isPlain);
}

/** As libtiff guesses a missing PhotometricInterpretation: from the number of colours. */
function guessed(samples: number, extras: number, compression: number | undefined): number {
  const colours = samples - extras;
  if (colours === 1) return fax.includes(compression ?? 0) ? photometric.whiteIsZero : photometric.grey;
  if (colours === 3) return photometric.rgb;
  const problem = `what its ${colours} colours are: it lacks the tag PhotometricInterpretation (262)`;
  throw new ImageFault('invalid', `The TIFF file does not say ${problem}; please export it again`);
}
