/** Emscripten codecs of jSquash, one fresh instance a picture: WASM memory never shrinks, so it is dropped whole. */
import type { WholePicture } from '../pipeline/output/encoders.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';

interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
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
): Promise<DecodedImage> {
  try {
    const decoder = (await instantiate(factory, wasm)) as DecoderModule;
    const image = decoder.decode(file, ...options);
    if (image) return image;
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
 * @param options all that the codec knows: it has no defaults of its own
 * @throws Error where the encoder gives nothing
 */
export async function encodeWithEmscripten(
  factory: unknown,
  wasm: WebAssembly.Module,
  { samples, widthPx, heightPx }: WholePicture,
  options: object,
): Promise<Uint8Array> {
  const encoder = (await instantiate(factory, wasm)) as EncoderModule;
  const file = encoder.encode(samples, widthPx, heightPx, options);
  if (!file) throw new Error(`The encoder gave nothing for ${widthPx}x${heightPx} pixels`);
  return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
}

function instantiate(factory: unknown, wasm: WebAssembly.Module): Promise<unknown> {
  return (factory as Factory)({
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(wasm, imports);
      done(instance);
      return instance.exports;
    },
  });
}

function brokenData(formatName: string): string {
  return `The ${formatName} data is broken or incomplete; please send the original file`;
}
