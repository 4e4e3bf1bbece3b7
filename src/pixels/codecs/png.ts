/** Interlaced PNG, by the decoder of @jsquash/png, called without its glue so that each picture gets an instance of its own. */
// @ts-expect-error The package types the exports of an instance; the bundler gives the compiled module.
import pngModule from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm';
import { inTurns } from '../bounds/shared-thread.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { readPngParts } from '../pipeline/picture/png-parts.ts';
import { inflatePngPixels } from '../pipeline/picture/png-pixels.ts';
import type { Decoded } from './emscripten.ts';
import { exportsOf } from './exports.ts';
import { storedPngBytes, writeStoredPng } from './stored-png.ts';

const pngWasm: WebAssembly.Module = pngModule;

interface PngExports {
  readonly memory: WebAssembly.Memory;
  __wbindgen_malloc(bytes: number, align: number): number;
  decode(at: number, bytes: number): number;
}

/**
 * Decodes a PNG file that holds every pixel of its picture.
 * @returns RGBA samples, 16-bit ones cut to their high byte
 * @throws ImageFault
 */
export async function decodePng(file: Uint8Array): Promise<Decoded> {
  const parts = await inTurns(readPngParts(file));
  let decoded: Decoded | null = null;
  let wasm: PngExports | null = null;
  const buffer = (): ArrayBuffer => {
    if (!wasm) throw new Error('The PNG decoder called back before it was made');
    return wasm.memory.buffer;
  };
  const unused = (): never => {
    throw new Error('The PNG decoder called what only 16-bit output needs');
  };
  const imports = {
    './squoosh_png_bg.js': {},
    wbg: {
      __wbindgen_memory: unused,
      __wbg_buffer_a448f833075b71ba: unused,
      __wbg_newwithbyteoffsetandlength_099217381c451830: unused,
      __wbindgen_object_drop_ref() {},
      // `new ImageData(pixels, width, height)` in the browser; the copy leaves the WASM memory behind.
      __wbg_newwithownedu8clampedarrayandsh_91db5987993a08fb(at: number, bytes: number, width: number, height: number) {
        const spare = buffer();
        decoded = { width, height, data: new Uint8Array(spare, at >>> 0, bytes).slice(), spare };
        return 0;
      },
      __wbindgen_throw(at: number, bytes: number) {
        throw new Error(new TextDecoder().decode(new Uint8Array(buffer(), at >>> 0, bytes)));
      },
    },
  };
  try {
    wasm = exportsOf<PngExports>(pngWasm, imports);
    const bytes = storedPngBytes(parts);
    const at = wasm.__wbindgen_malloc(bytes, 1) >>> 0;
    const memory = new Uint8Array(wasm.memory.buffer, at, bytes);
    await writeStoredPng(parts, inflatePngPixels(file, parts.rawBytes), memory);
    wasm.decode(at, bytes);
  } catch (cause) {
    if (cause instanceof ImageFault) throw cause;
    throw new ImageFault('invalid', 'The PNG data is broken or incomplete; please send the original file', cause);
  }
  if (!decoded) throw new ImageFault('invalid', 'The PNG data is broken or incomplete; please send the original file');
  return decoded;
}
