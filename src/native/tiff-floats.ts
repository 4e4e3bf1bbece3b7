/** Floating-point samples (TIFF 6.0 section 19) of grey and RGB pages, from 0 for black to 1 for white. */
import sharp from 'sharp';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { type Header, pixelsToDecode } from '../pipeline/picture/header.ts';
import { halfFloats } from './half-floats.ts';
import { complaintThatCounts } from './tiff-chunks.ts';
import { changed, type DecodablePage, field, fileOf, firstValue, photometric, shorts, tag } from './tiff-page.ts';
import { createPlainTiff } from './tiff-plain.ts';

export const formatFloat = 3;
const formatUnsigned = 1;
const greys = [photometric.whiteIsZero, photometric.grey];
/** Share of the samples that may be outside of 0 to 1 and are clipped. */
const mostOutside = 0.001;
/** So far a sample is not outside: less than floats of 16 bits can say, and far less than one of 255 levels. */
const rounding = 1e-4;

/**
 * The same picture with interleaved 8-bit samples, uncompressed, where a page has floating-point samples. Their values are
 * scaled and otherwise stay as they are, in the space of the page's profile or else sRGB. Samples beyond the colours stay
 * where one alone is declared as alpha.
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
  const hasAlpha = header.hasAlpha && page.samples === page.colours + 1;
  const { values, stride } = await decodeFloats(page, header);
  const samples = page.colours + (hasAlpha ? 1 : 0);
  const plain = createPlainTiff(
    changed({ ...page, samples }, [field(tag.samples, shorts, samples)], hasAlpha ? [] : [tag.extraSamples]),
    header,
  );
  // Greys may come three times; alpha is the last one.
  const places = [0, 1, 2].slice(0, page.colours);
  if (hasAlpha) places.push(stride - 1);
  scale(values, stride, places, plain.samples);
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
  const stated = [
    ...(page.colours === 1 ? [field(tag.photometric, shorts, photometric.grey)] : []),
    ...(isHalfGrey ? [field(tag.sampleFormat, shorts, ...Array<number>(page.samples).fill(formatUnsigned))] : []),
  ];
  const file = fileOf(changed(page, stated, [tag.icc]));
  try {
    const { data, info } = await sharp(file, {
      failOn: complaintThatCounts(page),
      limitInputPixels: pixelsToDecode(header),
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

/** Writes the samples at some places of each pixel as bytes. @throws ImageFault */
function scale(values: Float32Array, stride: number, places: readonly number[], to: Uint8Array): void {
  let [least, most, outside, out] = [0, 0, 0, 0];
  for (let pixel = 0; pixel < values.length; pixel += stride) {
    for (const place of places) {
      const value = values[pixel + place];
      if (!Number.isFinite(value)) {
        throw new ImageFault('invalid', 'The TIFF file has samples that are NaN or infinite; save as 16-bit integers');
      }
      if (value < -rounding || value > 1 + rounding) outside++;
      least = Math.min(least, value);
      most = Math.max(most, value);
      to[out++] = Math.round(Math.min(1, Math.max(0, value)) * 255);
    }
  }
  if (outside <= mostOutside * out) return;
  const range = `samples from ${shortNumber(least)} to ${shortNumber(most)}`;
  throw new ImageFault('invalid', `The TIFF file has ${range}; save as 16-bit integers`);
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(5))).replace('-', '−');
}
