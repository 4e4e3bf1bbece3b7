/** Encoders at the edge: JPEG by rows, and libwebp as WASM, each picture in an instance of its own. */
import webpFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import webpWasm from '@jsquash/webp/codec/enc/webp_enc_simd.wasm';
import { defaultOptions as webpDefaults } from '@jsquash/webp/meta.js';
import type { Encoders } from '../pipeline/output/encoders.ts';
import { encodeWithEmscripten } from './emscripten.ts';
import { JpegEncoder } from './jpeg-encoder/jpeg-encoder.ts';

/** Of libwebp's 0 to 6, as in the image lane. */
const method = 3;

/** The encoders of the edge. JPEGs have one scan here, whatever is asked. */
export const edgeEncoders: Encoders = {
  jpeg: (size, quality) => new JpegEncoder(size, quality),
  webp: (picture, quality) =>
    encodeWithEmscripten(webpFactory, webpWasm, picture, { ...webpDefaults, method, quality }),
};
