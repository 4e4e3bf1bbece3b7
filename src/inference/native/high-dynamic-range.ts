/** PQ and HLG pictures by libvips, with all of their bits, as 8-bit sRGB. */
import type { Sharp } from 'sharp';
import type { HighDynamicRange } from '../../pixels/pipeline/colour/colour.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import { highDynamicRangeToSrgb } from '../../pixels/pipeline/picture/high-dynamic-range.ts';
import type { Channels } from '../../pixels/pipeline/picture/picture.ts';

/** A frame as it is stored, before orientation. */
interface ConvertedSamples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  readonly samples: Uint8Array;
}

/**
 * Decodes a picture of RGB, grey or a palette, and converts it where it is.
 * @param image that applies no profile
 * @returns 8-bit sRGB; of samples of 16 bits, all of whose memory it keeps
 */
export async function highDynamicRangeSamples(
  image: Sharp,
  range: HighDynamicRange,
  { bitsPerSample }: Pick<Header, 'bitsPerSample'>,
): Promise<ConvertedSamples> {
  const isDeep = bitsPerSample > 8;
  const { data, info } = await image
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width: widthPx, height: heightPx, channels } = info;
  if (channels !== 3 && channels !== 4) throw new Error(`libvips gave ${channels} channels`);
  const count = widthPx * heightPx * channels;
  const stored = isDeep ? new Uint16Array(data.buffer, data.byteOffset, count) : data;
  const samples = new Uint8Array(data.buffer, data.byteOffset, count);
  // Samples of 10 and 12 bits are the high ones of 16.
  const most = isDeep ? (2 ** bitsPerSample - 1) * 2 ** (16 - bitsPerSample) : 255;
  highDynamicRangeToSrgb(range, most)(stored, channels, samples);
  return { widthPx, heightPx, channels, samples };
}
