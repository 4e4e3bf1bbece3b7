/** The primary picture of a HEIC file as it is stored, read with libheif's C interface (names are those of its headers). */
import type { HighDynamicRange } from '../../pixels/pipeline/colour/colour.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Channels } from '../../pixels/pipeline/picture/picture.ts';
import { isColourRemark, seriousRemark } from './heic-remarks.ts';
import { type RowToBytes, rowToBytes } from './heic-rows.ts';
import type { Libheif } from './libheif.ts';
import type { Transformation } from './transformations.ts';

/** `heif_colorspace_RGB`, `heif_channel_interleaved`. */
const colourSpaceRgb = 1;
const channelInterleaved = 10;
/** `heif_chroma_interleaved_…` by channels, for 8-bit samples and for wider ones in 16-bit words, low byte first. */
const interleaved = { 3: { narrow: 10, wide: 14 }, 4: { narrow: 11, wide: 15 } } as const;

const irot = fourCharacters('irot');
const imir = fourCharacters('imir');
const clap = fourCharacters('clap');
/** One each would do; files may not make this loop long. */
const maxTransformations = 32;
/** A `heif_error`: code, subcode and message. */
const errorWords = 3;
/** Read at a time; each tile has a few. */
const remarksAtATime = 16;

/** The primary item of one file, in one instance of libheif. */
export class HeicItem {
  /** As stored, before crops, turns and mirrors. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  readonly premultiplied: boolean;
  readonly #heif: Libheif;
  readonly #context: number;
  readonly #handle: number;
  readonly #tiles: { columns: number; rows: number; widthPx: number; heightPx: number };
  /** Where libheif puts errors, pointers and structures; read before the next call. */
  readonly #error: number;
  readonly #out: number;

  /** @throws ImageFault */
  constructor(heif: Libheif, file: Uint8Array) {
    this.#heif = heif;
    this.#error = heif._malloc(16);
    this.#out = heif._malloc(256);
    const error = this.#error;
    const out = this.#out;
    const data = heif._malloc(file.length);
    heif.HEAPU8.set(file, data);
    this.#context = heif._heif_context_alloc();
    this.#call(() => heif._heif_context_read_from_memory(error, this.#context, data, file.length, 0));
    this.#call(() => heif._heif_context_get_primary_image_handle(error, this.#context, out));
    this.#handle = this.#word(out);
    this.channels = heif._heif_image_handle_has_alpha_channel(this.#handle) ? 4 : 3;
    this.premultiplied = heif._heif_image_handle_is_premultiplied_alpha(this.#handle) !== 0;
    // `heif_image_tiling`, version 1: 32-bit fields. The stored grid is asked for, because tiles addressed in the
    // turned one are at offsets that are wrong where the picture is no multiple of its tiles (libheif 1.23).
    this.#call(() => heif._heif_image_handle_get_image_tiling(error, this.#handle, 0, out));
    const [, columns, rows, widthPx, heightPx, pictureWidthPx, pictureHeightPx] = this.#words(out, 7);
    this.#tiles = { columns, rows, widthPx, heightPx };
    this.widthPx = pictureWidthPx;
    this.heightPx = pictureHeightPx;
  }

  /**
   * All samples, height × width × channels, 8 bits each.
   * @param range for samples of PQ or HLG, which become sRGB
   * @throws ImageFault when some of them would have to be invented
   */
  decode(range: HighDynamicRange | null): Uint8Array {
    const { channels } = this;
    const heif = this.#heif;
    const tiles = this.#tiles;
    const wide = heif._heif_image_handle_get_luma_bits_per_pixel(this.#handle) > 8;
    const chroma = interleaved[channels][wide ? 'wide' : 'narrow'];
    const samples = new Uint8Array(this.widthPx * this.heightPx * channels);
    let first: { bits: number; toBytes: RowToBytes } | null = null;
    for (let row = 0; row < tiles.rows; row++) {
      for (let column = 0; column < tiles.columns; column++) {
        const image = this.#decodeTile(column, row, chroma);
        const bits = heif._heif_image_get_bits_per_pixel_range(image, channelInterleaved);
        first ??= { bits, toBytes: rowToBytes(range, bits, channels) };
        if (bits !== first.bits) throw damaged();
        const place = { left: column * tiles.widthPx, top: row * tiles.heightPx };
        this.#paste(image, samples, place, wide, first.toBytes);
        heif._heif_image_release(image);
      }
    }
    return samples;
  }

  /** What is to be done to the stored picture, in this order. */
  transformations(): Transformation[] {
    const heif = this.#heif;
    const context = this.#context;
    const handle = this.#handle;
    const out = this.#out;
    const item = heif._heif_image_handle_get_item_id(handle);
    const count = heif._heif_item_get_transformation_properties(context, item, out, maxTransformations);
    let [width, height] = [this.widthPx, this.heightPx];
    return this.#words(out, count).flatMap((property): Transformation[] => {
      switch (heif._heif_item_get_property_type(context, item, property)) {
        case irot: {
          const quarters = heif._heif_item_get_property_transform_rotation_ccw(context, item, property) / 90;
          if (quarters % 2 === 1) [width, height] = [height, width];
          return [{ kind: 'turn', quartersAntiClockwise: quarters }];
        }
        case imir: {
          const direction = heif._heif_item_get_property_transform_mirror(context, item, property);
          return [{ kind: 'mirror', axis: direction === 0 ? 'top-bottom' : 'left-right' }];
        }
        case clap: {
          const [a, b, c, d] = [out, out + 4, out + 8, out + 12];
          heif._heif_item_get_property_transform_crop_borders(context, item, property, width, height, a, b, c, d);
          const [left, top, right, bottom] = this.#words(out, 4).map((border) => Math.max(0, border | 0));
          width -= left + right;
          height -= top + bottom;
          return [{ kind: 'crop', left, top, right, bottom }];
        }
        default:
          return [];
      }
    });
  }

  /** The picture's ICC profile, whatever its colour space. */
  profile(): Uint8Array | null {
    const heif = this.#heif;
    const error = this.#error;
    const handle = this.#handle;
    const bytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
    if (bytes === 0) return null;
    const place = heif._malloc(bytes);
    this.#call(() => heif._heif_image_handle_get_raw_color_profile(error, handle, place));
    return heif.HEAPU8.slice(place, place + bytes);
  }

  /** Copies what of a decoded tile is inside the picture. */
  #paste(
    image: number,
    samples: Uint8Array,
    { left, top }: { readonly left: number; readonly top: number },
    wide: boolean,
    toBytes: RowToBytes,
  ): void {
    const { channels, widthPx, heightPx } = this;
    const heif = this.#heif;
    const out = this.#out;
    const columns = Math.min(heif._heif_image_get_width(image, channelInterleaved), widthPx - left);
    const rows = Math.min(heif._heif_image_get_height(image, channelInterleaved), heightPx - top);
    if (
      columns < Math.min(this.#tiles.widthPx, widthPx - left) ||
      rows < Math.min(this.#tiles.heightPx, heightPx - top)
    ) {
      throw damaged();
    }
    const plane = heif._heif_image_get_plane_readonly(image, channelInterleaved, out);
    const stride = this.#word(out);
    const values = columns * channels;
    for (let row = 0; row < rows; row++) {
      const from = plane + row * stride;
      const to = ((top + row) * widthPx + left) * channels;
      const { buffer } = heif.HEAPU8;
      toBytes(
        wide ? new Uint16Array(buffer, from, values) : new Uint8Array(buffer, from, values),
        samples.subarray(to, to + values),
      );
    }
  }

  /**
   * One tile, or the whole picture where it has none. Strictly: lost pixels are errors then. So are values of a colour signal that
   * libheif does not know; where it stops at one, the tile is decoded without strictness and its remarks say what is lost.
   */
  #decodeTile(column: number, row: number, chroma: number): number {
    const failed = this.#tryTile(column, row, chroma, true);
    const strict = failed === null || !isColourRemark(failed);
    const failedAgain = strict ? failed : this.#tryTile(column, row, chroma, false);
    if (failedAgain !== null) throw this.#fault(failedAgain);
    const image = this.#word(this.#out);
    const serious = seriousRemark(this.#remarks(image), strict);
    if (serious !== undefined) throw damaged(new Error(`libheif remark ${serious}`));
    return image;
  }

  #tryTile(column: number, row: number, chroma: number, strict: boolean): string | null {
    const heif = this.#heif;
    const [error, handle, out] = [this.#error, this.#handle, this.#out];
    const options = this.#decodingOptions(strict);
    if (this.#tiles.rows * this.#tiles.columns === 1) {
      heif._heif_decode_image(error, handle, out, colourSpaceRgb, chroma, options);
    } else {
      heif._heif_image_handle_decode_image_tile(error, handle, out, colourSpaceRgb, chroma, options, column, row);
    }
    heif._heif_decoding_options_free(options);
    return this.#failure();
  }

  /** Codes of what libheif remarked while it decoded. */
  #remarks(image: number): string[] {
    const heif = this.#heif;
    const out = this.#out;
    // Called with no place for them, it counts them.
    const count = heif._heif_image_get_decoding_warnings(image, 0, 0, 0);
    const codes: string[] = [];
    while (codes.length < count) {
      const read = heif._heif_image_get_decoding_warnings(image, codes.length, out, remarksAtATime);
      if (read < 1) break;
      for (let index = 0; index < read; index++) codes.push(this.#codeAt(out + index * errorWords * 4));
    }
    return codes;
  }

  /** `heif_decoding_options`: the stored picture. */
  #decodingOptions(strict: boolean): number {
    const heif = this.#heif;
    const options = heif._heif_decoding_options_alloc();
    // version, ignore_transformations, two bytes of padding, four pointers, convert_hdr_to_8bit, strict_decoding.
    heif.HEAPU8[options + 1] = 1;
    heif.HEAPU8[options + 21] = strict ? 1 : 0;
    return options;
  }

  /** Runs a function that leaves a `heif_error` and turns it into a fault. */
  #call(run: () => void): void {
    run();
    const failure = this.#failure();
    if (failure !== null) throw this.#fault(failure);
  }

  /** The code of the error that the last call left; null for none. */
  #failure(): string | null {
    return this.#word(this.#error) === 0 ? null : this.#codeAt(this.#error);
  }

  #fault(failure: string): ImageFault {
    return damaged(new Error(`libheif error ${failure}: ${this.#text(this.#words(this.#error, errorWords)[2])}`));
  }

  #codeAt(error: number): string {
    return this.#words(error, 2).join('.');
  }

  #word(at: number): number {
    return this.#words(at, 1)[0];
  }

  /** Unsigned 32-bit words. Views are made anew each time: memory that grows detaches them. */
  #words(at: number, count: number): number[] {
    return [...new Uint32Array(this.#heif.HEAPU8.buffer, at, count)];
  }

  #text(at: number): string {
    const { HEAPU8 } = this.#heif;
    return new TextDecoder().decode(HEAPU8.subarray(at, HEAPU8.indexOf(0, at)));
  }
}

function damaged(cause?: unknown): ImageFault {
  return new ImageFault('invalid', 'The HEIC file is damaged or incomplete; please export it again', cause);
}

function fourCharacters(text: string): number {
  return [...text].reduce((word, character) => (word << 8) | character.charCodeAt(0), 0);
}
