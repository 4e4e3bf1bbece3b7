/** Encoders at the edge: MozJPEG and libwebp as WASM, each whole picture in an instance of its own. */
import jpegFactory from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import jpegWasm from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm';
import { defaultOptions as jpegDefaults } from '@jsquash/jpeg/meta.js';
import webpFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import webpWasm from '@jsquash/webp/codec/enc/webp_enc_simd.wasm';
import { defaultOptions as webpDefaults } from '@jsquash/webp/meta.js';
import type { Encoders } from '../pipeline/output/encoders.ts';
import { encodeWithEmscripten } from './emscripten.ts';

/** Baseline, for progressive scans take twice the time; 4:2:0 at every quality, as the image lane has it. */
const jpegOptions = { ...jpegDefaults, baseline: true, progressive: false, auto_subsample: false, chroma_subsample: 2 };

/** The encoders of the edge. */
export const edgeEncoders: Encoders = {
  jpeg: (picture, quality) =>
    encodeWithEmscripten(jpegFactory, jpegWasm, picture, { ...jpegOptions, quality, chroma_quality: quality }),
  webp: (picture, quality) => encodeWithEmscripten(webpFactory, webpWasm, picture, { ...webpDefaults, quality }),
};
