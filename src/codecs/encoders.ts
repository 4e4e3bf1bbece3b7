/** Encoders at the edge: MozJPEG and libwebp as WASM, each whole picture in an instance of its own. */
import jpegFactory from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import jpegWasm from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm';
import { defaultOptions as jpegDefaults } from '@jsquash/jpeg/meta.js';
import webpFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import webpWasm from '@jsquash/webp/codec/enc/webp_enc_simd.wasm';
import { defaultOptions as webpDefaults } from '@jsquash/webp/meta.js';
import type { Encoders } from '../pipeline/output/encoders.ts';
import { encodeWithEmscripten } from './emscripten.ts';

/** Always sequential, for progressive scans take twice the time and memory; 4:2:0 at every quality, as the image lane has it. */
const jpegOptions = {
  ...jpegDefaults,
  baseline: true,
  progressive: false,
  auto_subsample: false,
  chroma_subsample: 2,
  quant_table: 0,
};

/** Of libwebp's 0 to 6, as in the image lane. */
const method = 3;

/** The encoders of the edge. */
export const edgeEncoders: Encoders = {
  jpeg: (picture, quality) =>
    encodeWithEmscripten(jpegFactory, jpegWasm, picture, { ...jpegOptions, quality: mozjpegQuality(quality) }),
  webp: (picture, quality) =>
    encodeWithEmscripten(webpFactory, webpWasm, picture, { ...webpDefaults, method, quality }),
};

/**
 * MozJPEG's quality for one of libvips. It prefers values that are cheap to write, which costs up to 1.4 dB at the same
 * number; with steps of three quarters it is as close to the picture, and its files are 4 % longer.
 */
function mozjpegQuality(quality: number): number {
  // Percent of the standard's tables, as every JPEG library scales them.
  const steps = (quality < 50 ? 5000 / quality : 200 - 2 * quality) * 0.75;
  return Math.round(steps > 100 ? 5000 / steps : (200 - steps) / 2);
}
