/** Pictures at the edge: JPEG, PNG and WebP decoded whole by WASM codecs inside the isolate. */
import jpegFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import jpegWasm from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm';
import webpFactory from '@jsquash/webp/codec/dec/webp_dec.js';
import webpWasm from '@jsquash/webp/codec/dec/webp_dec.wasm';
import type { Limits } from '../contract/limits.ts';
import { labelsOf } from '../pipeline/colour/colour.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { framePicture, turnedOnce } from '../pipeline/picture/frame.ts';
import type { Header } from '../pipeline/picture/header.ts';
import { checkJpegComplete } from '../pipeline/picture/jpeg-walk.ts';
import type { Pictures } from '../pipeline/picture/picture.ts';
import { endAtPicture } from '../pipeline/picture/webp-end.ts';
import { type Decoded, decodeWithEmscripten } from './emscripten.ts';
import { rgbProfile } from './icc.ts';
import { decodePng } from './png.ts';

/** The decoders of the edge. */
export function createEdgePictures(limits: Pick<Limits, 'maxJpegScans'>): Pictures {
  return {
    async open(file, header) {
      const { width, height, data, spare } = await decode(file, header, limits.maxJpegScans);
      if (width !== header.widthPx || height !== header.heightPx) {
        throw new ImageFault('invalid', 'The picture is not of the size that its header states');
      }
      const { orientation, colourSignal } = header;
      const labels = colourSignal ? labelsOf(colourSignal) : { icc: rgbProfile(file, header) };
      const frame = { widthPx: width, heightPx: height, channels: 4, samples: data, orientation, ...labels } as const;
      // The plan has room for the decoder's memory beside a frame, and for no second frame beside both.
      return framePicture(turnedOnce(frame, spare));
    },
  };
}

async function decode(file: Uint8Array, { format }: Header, maxJpegScans: number): Promise<Decoded> {
  switch (format) {
    case 'jpeg':
      // The codec fills missing pixels with grey without an error.
      checkJpegComplete(file, maxJpegScans);
      // Orientation is applied by the picture, not by the codec.
      return decodeWithEmscripten(jpegFactory, jpegWasm, file, 'JPEG', false);
    case 'png':
      return decodePng(file);
    case 'webp':
      return decodeWithEmscripten(webpFactory, webpWasm, endAtPicture(file), 'WebP');
    default:
      throw new Error(`No edge codec reads ${format}`);
  }
}
