/** Floating-point samples (TIFF 6.0 section 19) of grey and RGB pages, from 0 for black to 1 for white. */
import sharp from 'sharp';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { type Header, pixelsToDecode } from '../../pixels/pipeline/picture/header.ts';
import { extra, photometric } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { halfFloats } from './half-floats.ts';
import { complaintThatCounts } from './tiff-chunks.ts';
import {
  changed,
  type DecodablePage,
  field,
  fileOf,
  firstValue,
  formatFloat,
  formatUnsigned,
  isAssociated,
  onlyShown,
  shorts,
  tag,
} from './tiff-page.ts';
import { createPlainTiff } from './tiff-plain.ts';

const greys = [photometric.whiteIsZero, photometric.grey];
/** Share of the samples that may be outside of 0 to 1 and are clipped. */
const mostOutside = 0.001;
/** So far a sample is not outside: less than floats of 16 bits can say, and far less than one of 255 levels. */
const rounding = 1e-4;

/**
 * The same picture with interleaved 8-bit samples, uncompressed, where a page has floating-point samples. Their values are
 * scaled and otherwise stay as they are, in the space of the page's profile or else sRGB; those that were multiplied by
 * alpha are divided by it. Of samples beyond the colours the alpha stays.
 * @param page whose strips and tiles were counted
 * @returns null for pages of integers, and of L*a*b*, which libvips scales
 * @throws ImageFault for NaN and infinity, for too many samples outside of 0 to 1, and for other colours and widths
 */
export async function scaleFloats(page: DecodablePage, header: Header): Promise<DecodablePage | null> {
  const meaning = firstValue(page, tag.photometric, photometric.grey);
  if (firstValue(page, tag.sampleFormat, 1) !== formatFloat || meaning === photometric.cieLab) return null;
  const isGrey = greys.includes(meaning);
  const isKnown =
    (header.bitsPerSample === 32 || header.bitsPerSample === 16) && (isGrey || meaning === photometric.rgb);
  if (!isKnown) {
    const kind = `${header.bitsPerSample}-bit floating-point samples that are not read here`;
    throw new ImageFault('invalid', `The TIFF file has ${kind}; save as 16-bit integers`);
  }
  const { values, stride } = await decodeFloats(page, header);
  const plain = createPlainTiff(onlyShown(page), header);
  const { samples, colours, alpha } = page;
  // Greys may come three times.
  const alphaAt = alpha === null ? null : alpha + stride - samples;
  scale(values, { stride, colours, alphaAt, isAssociated: isAssociated(page) }, plain.samples);
  return plain.page;
}

/** All samples of the page, `stride` of each pixel. @throws ImageFault */
async function decodeFloats(
  page: DecodablePage,
  header: Header,
): Promise<{ readonly values: Float32Array; readonly stride: number }> {
  // sharp makes integers of 16-bit greys: they are read as such from the beginning.
  const isHalfGrey = header.bitsPerSample === 16 && page.colours === 1;
  const space = isHalfGrey ? 'grey16' : page.colours === 3 ? 'scrgb' : page.samples > 1 ? 'srgb' : 'b-w';
  const extras = Array<number>(page.samples - page.colours).fill(extra.unspecified);
  const stated = [
    // Of no meaning they come through as they are.
    ...(extras.length > 0 ? [field(tag.extraSamples, shorts, ...extras)] : []),
    ...(page.colours === 1 ? [field(tag.photometric, shorts, photometric.grey)] : []),
    ...(isHalfGrey ? [field(tag.sampleFormat, shorts, ...Array<number>(page.samples).fill(formatUnsigned))] : []),
  ];
  const file = fileOf(changed(page, stated, [tag.icc]));
  try {
    const { data, info } = await sharp(file, {
      failOn: complaintThatCounts(page),
      limitInputPixels: pixelsToDecode(header),
      limitInputChannels: page.samples,
    })
      .toColourspace(space)
      .raw({ depth: isHalfGrey ? 'ushort' : 'float' })
      .toBuffer({ resolveWithObject: true });
    if (info.width !== header.widthPx || info.height !== header.heightPx || info.channels < page.colours) {
      throw new Error(`libvips gave ${info.width}x${info.height}x${info.channels}`);
    }
    const values = isHalfGrey
      ? halfFloats(new Uint16Array(data.buffer, data.byteOffset, data.length / 2))
      : new Float32Array(data.buffer, data.byteOffset, data.length / 4);
    return { values, stride: info.channels };
  } catch (cause) {
    throw new ImageFault('invalid', 'The TIFF file is damaged or incomplete; please export it again', cause);
  }
}

/** Where the samples of a pixel are among those that libvips gives for it. */
interface Places {
  readonly stride: number;
  /** So many, from the first on. */
  readonly colours: number;
  readonly alphaAt: number | null;
  /** Whether colours were multiplied by alpha. */
  readonly isAssociated: boolean;
}

/** Writes the colours and alpha of each pixel as bytes. @throws ImageFault */
function scale(values: Float32Array, { stride, colours, alphaAt, isAssociated }: Places, to: Uint8Array): void {
  const places = [...Array(colours).keys(), ...(alphaAt === null ? [] : [alphaAt])];
  let [least, most, outside, out] = [0, 0, 0, 0];
  for (let pixel = 0; pixel < values.length; pixel += stride) {
    const alpha = isAssociated && alphaAt !== null ? values[pixel + alphaAt] : 1;
    for (const place of places) {
      const value = values[pixel + place];
      if (!Number.isFinite(value)) {
        throw new ImageFault('invalid', 'The TIFF file has samples that are NaN or infinite; save as 16-bit integers');
      }
      if (value < -rounding || value > 1 + rounding) outside++;
      least = Math.min(least, value);
      most = Math.max(most, value);
      const shown = place === alphaAt || alpha <= 0 ? value : value / alpha;
      to[out++] = Math.round(Math.min(1, Math.max(0, shown)) * 255);
    }
  }
  if (outside <= mostOutside * out) return;
  const range = `samples from ${shortNumber(least)} to ${shortNumber(most)}`;
  throw new ImageFault('invalid', `The TIFF file has ${range}; save as 16-bit integers`);
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(5))).replace('-', '−');
}
