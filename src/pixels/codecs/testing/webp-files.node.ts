/** WebP files with all options of the encoder, some of which libvips does not have. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import webpFactory from '@jsquash/webp/codec/enc/webp_enc.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import type { WholePicture } from '../../pipeline/output/encoders.ts';
import { encodeWithEmscripten } from '../emscripten.ts';

/** Fields of `WebPConfig` in encode.h of libwebp. */
export type WebpFields = Partial<typeof defaultOptions>;

const encoderPath = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc.wasm');
const encoder = new WebAssembly.Module(readFileSync(encoderPath));

/** Encodes RGBA. */
export async function webpFile(picture: WholePicture, fields: WebpFields): Promise<Buffer> {
  return Buffer.from(await encodeWithEmscripten(webpFactory, encoder, picture, { ...defaultOptions, ...fields }));
}

/** Kinds of frames that the decoder tells apart: partitions of codes, filters, and ways to store alpha. */
export const webpKinds: Readonly<Record<string, WebpFields>> = {
  'two partitions': { partitions: 1 },
  'four partitions': { partitions: 2, quality: 90 },
  'eight partitions': { partitions: 3, quality: 40 },
  'a simple filter': { filter_type: 0, filter_strength: 80 },
  'a sharp filter': { filter_sharpness: 7, filter_strength: 100 },
  'no filter': { filter_strength: 0 },
  'one segment': { segments: 1, quality: 50 },
  'few modes': { partition_limit: 100, method: 6 },
  'alpha as it is': { alpha_compression: 0, alpha_filtering: 0 },
  'alpha as it is, of the best filter': { alpha_compression: 0, alpha_filtering: 2 },
  'alpha of the best filter': { alpha_filtering: 2 },
  'alpha of few levels': { alpha_quality: 20, alpha_filtering: 0 },
};
