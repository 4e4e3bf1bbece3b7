/**
 * The C interface of libheif, as far as it is used here, in a WASM instance of its own for each picture.
 *
 * libheif is LGPL-3: it is loaded at run time from its own files in the package `libheif-js`, which an operator may
 * replace, and never becomes part of a bundle. See LICENSES.md beside this file.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** `libheif.h`, with pointers as numbers. Functions that return a `heif_error` take the place for it first. */
export interface Libheif {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_read_from_memory(error: number, context: number, data: number, bytes: number, options: number): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_image_handle_get_item_id(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, into: number): void;
  _heif_image_handle_get_image_tiling(error: number, handle: number, transformed: number, tiling: number): void;
  _heif_image_handle_decode_image_tile(
    error: number,
    handle: number,
    image: number,
    colourSpace: number,
    chroma: number,
    options: number,
    column: number,
    row: number,
  ): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colourSpace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_decoding_options_alloc(): number;
  _heif_decoding_options_free(options: number): void;
  _heif_item_get_transformation_properties(context: number, item: number, into: number, places: number): number;
  _heif_item_get_property_type(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_crop_borders(
    context: number,
    item: number,
    property: number,
    widthPx: number,
    heightPx: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  _heif_image_get_decoding_warnings(image: number, first: number, warnings: number, places: number): number;
  _heif_image_release(image: number): void;
}

type Factory = (options: {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  print(text: string): void;
  printErr(text: string): void;
}) => Libheif;

/** Compiled once; instances are made per picture because WASM memory never shrinks. */
let compiled: Promise<{ factory: Factory; module: WebAssembly.Module }> | null = null;

/**
 * A fresh instance of libheif. Its memory goes when nothing refers to it any more.
 * @throws Error when the package is missing
 */
export async function instantiateLibheif(): Promise<Libheif> {
  compiled ??= load();
  const { factory, module } = await compiled;
  return factory({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
    print() {},
    printErr() {},
  });
}

async function load(): Promise<{ factory: Factory; module: WebAssembly.Module }> {
  // Resolved by name at run time, so that bundlers leave the package where it is.
  const require = createRequire(import.meta.url);
  const [glue, binary] = ['libheif.js', 'libheif.wasm'].map((file) =>
    require.resolve(`libheif-js/libheif-wasm/${file}`),
  );
  const factory: Factory = require(glue);
  return { factory, module: await WebAssembly.compile(await readFile(binary)) };
}
