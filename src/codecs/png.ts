/** The PNG decoder of @jsquash/png, called without its glue so that each picture gets an instance of its own. */
// @ts-expect-error The package types the exports of an instance; the bundler gives the compiled module.
import pngModule from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm';
import { ByteReader } from '../pipeline/picture/bytes.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { pngChunks } from '../pipeline/probe/png.ts';
import type { Decoded } from './emscripten.ts';

const pngWasm: WebAssembly.Module = pngModule;

interface PngExports {
  readonly memory: WebAssembly.Memory;
  __wbindgen_malloc(bytes: number, align: number): number;
  decode(at: number, bytes: number): number;
}

/** @returns RGBA samples, 16-bit ones cut to their high byte. @throws ImageFault */
export function decodePng(file: Uint8Array): Decoded {
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
    wasm = new WebAssembly.Instance(pngWasm, imports).exports as unknown as PngExports;
    const pieces = neededPieces(file);
    const bytes = pieces.reduce((total, piece) => total + piece.length, 0);
    const at = wasm.__wbindgen_malloc(bytes, 1) >>> 0;
    const memory = new Uint8Array(wasm.memory.buffer, at, bytes);
    let written = 0;
    for (const piece of pieces) {
      memory.set(piece, written);
      written += piece.length;
    }
    wasm.decode(at, bytes);
  } catch (cause) {
    throw new ImageFault('invalid', 'The PNG data is broken or incomplete; please send the original file', cause);
  }
  if (!decoded) throw new ImageFault('invalid', 'The PNG data is broken or incomplete; please send the original file');
  return decoded;
}

const pixelChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Bytes of `tRNS` by colour type, for those where it is one colour: PNG section 11.3.1.1. */
const transparentColourBytes: Readonly<Record<number, number>> = { 0: 2, 2: 6 };

/** The file without what is not pixels: a broken profile or date does not make a picture unusable, but the decoder thinks so. */
function neededPieces(file: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(file);
  const pieces = [file.subarray(0, 8)];
  let paletteBytes = 0;
  for (const { type, at, end } of pngChunks(reader)) {
    if (type === 'PLTE') paletteBytes = end - at;
    const transparent = type === 'tRNS' && isTransparency(reader.u8(25), end - at, paletteBytes);
    if (pixelChunks.has(type) || transparent) pieces.push(file.subarray(at - 8, Math.min(end + 4, file.length)));
  }
  return pieces;
}

function isTransparency(colourType: number, bytes: number, paletteBytes: number): boolean {
  if (colourType === 3) return bytes >= 1 && bytes * 3 <= paletteBytes;
  return bytes === transparentColourBytes[colourType];
}
