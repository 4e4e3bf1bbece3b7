/** Emscripten codecs of jSquash, one fresh instance a picture: WASM memory never shrinks, so it is dropped whole. */
import type { WholePicture } from '../pipeline/output/encoders.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { brokenData } from './broken-data.ts';

interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A picture, and the memory that its decoder had and needs no longer. */
export interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly spare: ArrayBuffer;
}

interface DecoderModule {
  decode(file: Uint8Array, ...options: readonly unknown[]): DecodedImage | null;
}

type Factory = (options: {
  noInitialRun: boolean;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports;
}) => Promise<unknown>;

/**
 * Decodes a file to RGBA.
 * @param factory the glue that jSquash ships
 * @param wasm the compiled module
 * @param options what the codec wants after the file; it counts its arguments
 * @throws ImageFault when the decoder refuses the file
 */
export async function decodeWithEmscripten(
  factory: unknown,
  wasm: WebAssembly.Module,
  file: Uint8Array,
  formatName: string,
  ...options: readonly unknown[]
): Promise<Decoded> {
  try {
    const { codec, memory } = await instantiate(factory, wasm);
    const image = (codec as DecoderModule).decode(file, ...options);
    if (image) return { width: image.width, height: image.height, data: image.data, spare: memory().buffer };
  } catch (cause) {
    // On bad input the codec leaves through an exit status, which is not an Error.
    throw new ImageFault('invalid', brokenData(formatName), cause);
  }
  throw new ImageFault('invalid', brokenData(formatName));
}

interface EncoderModule {
  encode(samples: Uint8Array, widthPx: number, heightPx: number, options: object): ArrayBufferView | null;
}

/**
 * Encodes RGBA.
 * @param factory the glue that jSquash ships
 * @param wasm the compiled module
 * @param options all options of the codec: it has no defaults
 * @throws Error where the encoder gives nothing
 */
export async function encodeWithEmscripten(
  factory: unknown,
  wasm: WebAssembly.Module,
  { samples, widthPx, heightPx }: WholePicture,
  options: object,
): Promise<Uint8Array> {
  const { codec } = await instantiate(factory, wasm);
  const file = (codec as EncoderModule).encode(samples, widthPx, heightPx, options);
  if (!file) throw new Error(`The encoder gave nothing for ${widthPx}x${heightPx} pixels`);
  return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
}

/** An instance of a codec, and its memory, whose buffer may change with each call. */
async function instantiate(factory: unknown, wasm: WebAssembly.Module) {
  let exported: WebAssembly.Exports = {};
  const codec = await (factory as Factory)({
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(wasm, imports);
      done(instance);
      exported = instance.exports;
      return exported;
    },
  });
  const memory = (): WebAssembly.Memory => {
    const found = Object.values(exported).find((each) => each instanceof WebAssembly.Memory);
    if (!found) throw new Error('The codec has no memory');
    return found;
  };
  return { codec, memory };
}
