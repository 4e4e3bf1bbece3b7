/**
 * HEIC (HEVC in HEIF) through libheif: the primary picture, turned and mirrored by its own properties and by nothing
 * else. A grid is decoded tile by tile, so that WASM memory holds one tile whatever the size of the picture.
 */
import { ImageFault } from '../pipeline/fault.ts';
import { framePicture } from '../pipeline/frame.ts';
import type { Header } from '../pipeline/header.ts';
import type { Channels, Picture } from '../pipeline/picture.ts';
import { instantiateLibheif, type Libheif } from './libheif.ts';
import { rgbProfile } from './profile.ts';
import { straightenAlpha } from './premultiplied.ts';

// Values of enumerations in heif.h.
const colourSpaceRgb = 1;
const chromaRgb = 10;
const chromaRgba = 11;
const channelInterleaved = 10;

interface Tiling {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidthPx: number;
  readonly tileHeightPx: number;
  readonly topPx: number;
  readonly leftPx: number;
}

/**
 * Decodes the primary picture of a HEIC file.
 * @param header of which the size bounds what is decoded
 * @throws ImageFault
 */
export async function openHeic(file: Uint8Array, header: Header): Promise<Picture> {
  const reader = new HeicReader(await instantiateLibheif());
  return reader.open(file, header.widthPx * header.heightPx);
}

class HeicReader {
  private readonly heif: Libheif;
  /** Where libheif puts errors, pointers and structures; read before the next call. */
  private readonly error: number;
  private readonly out: number;

  constructor(heif: Libheif) {
    this.heif = heif;
    this.error = heif._malloc(16);
    this.out = heif._malloc(128);
  }

  open(file: Uint8Array, maxPixels: number): Picture {
    const { heif, error, out } = this;
    const data = heif._malloc(file.length);
    heif.HEAPU8.set(file, data);
    const context = heif._heif_context_alloc();
    heif._heif_context_set_max_decoding_threads(context, 0);
    this.call(() => heif._heif_context_read_from_memory(error, context, data, file.length, 0));
    this.call(() => heif._heif_context_get_primary_image_handle(error, context, out));
    const handle = this.u32(out);
    const widthPx = heif._heif_image_handle_get_width(handle);
    const heightPx = heif._heif_image_handle_get_height(handle);
    if (widthPx * heightPx > maxPixels) {
      throw new ImageFault('invalid', 'The HEIC file is larger than its header says; please export it again');
    }
    const channels: Channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
    const samples = new Uint8Array(widthPx * heightPx * channels);
    this.decode(handle, samples, widthPx, heightPx, channels);
    if (channels === 4 && heif._heif_image_handle_is_premultiplied_alpha(handle)) straightenAlpha(samples);
    return framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: this.profile(handle) });
  }

  private decode(handle: number, samples: Uint8Array, widthPx: number, heightPx: number, channels: Channels): void {
    const { heif, error, out } = this;
    const chroma = channels === 4 ? chromaRgba : chromaRgb;
    const options = this.strictOptions();
    const { columns, rows, tileWidthPx, tileHeightPx, topPx, leftPx } = this.tiling(handle);
    const paste = (left: number, top: number) => {
      const image = this.u32(out);
      this.refuseWarnings(image);
      this.paste(image, samples, widthPx, heightPx, channels, left, top);
      heif._heif_image_release(image);
    };
    if (columns * rows === 1) {
      this.call(() => heif._heif_decode_image(error, handle, out, colourSpaceRgb, chroma, options));
      paste(0, 0);
      return;
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        this.call(() =>
          heif._heif_image_handle_decode_image_tile(error, handle, out, colourSpaceRgb, chroma, options, column, row),
        );
        paste(column * tileWidthPx - leftPx, row * tileHeightPx - topPx);
      }
    }
  }

  /** `heif_image_tiling`, version 1: 32-bit fields, after the picture's own turns. */
  private tiling(handle: number): Tiling {
    const { heif, error, out } = this;
    this.call(() => heif._heif_image_handle_get_image_tiling(error, handle, 1, out));
    const field = (index: number) => this.u32(out + index * 4);
    return {
      columns: field(1),
      rows: field(2),
      tileWidthPx: field(3),
      tileHeightPx: field(4),
      topPx: field(7),
      leftPx: field(8),
    };
  }

  /** Copies what of a decoded tile lies inside the picture. */
  private paste(
    image: number,
    samples: Uint8Array,
    widthPx: number,
    heightPx: number,
    channels: Channels,
    left: number,
    top: number,
  ): void {
    const { heif, out } = this;
    const tileWidthPx = heif._heif_image_get_width(image, channelInterleaved);
    const tileHeightPx = heif._heif_image_get_height(image, channelInterleaved);
    const plane = heif._heif_image_get_plane_readonly(image, channelInterleaved, out);
    const stride = this.u32(out);
    const fromColumn = Math.max(0, -left);
    const columns = Math.min(tileWidthPx, widthPx - left) - fromColumn;
    for (let row = Math.max(0, -top); row < tileHeightPx && top + row < heightPx; row++) {
      const from = plane + row * stride + fromColumn * channels;
      const to = ((top + row) * widthPx + left + fromColumn) * channels;
      samples.set(heif.HEAPU8.subarray(from, from + columns * channels), to);
    }
  }

  /** `heif_decoding_options`: 8-bit samples, and an error where the decoder would otherwise guess. */
  private strictOptions(): number {
    const options = this.heif._heif_decoding_options_alloc();
    // Two bytes, then four pointers, aligned to four; then `convert_hdr_to_8bit` and `strict_decoding`.
    this.heif.HEAPU8[options + 20] = 1;
    this.heif.HEAPU8[options + 21] = 1;
    return options;
  }

  private refuseWarnings(image: number): void {
    // Called with no place for them, it counts them.
    if (this.heif._heif_image_get_decoding_warnings(image, 0, 0, 0) > 0) throw damaged();
  }

  private profile(handle: number): Uint8Array | null {
    const { heif, error } = this;
    const bytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
    if (bytes === 0) return null;
    const place = heif._malloc(bytes);
    this.call(() => heif._heif_image_handle_get_raw_color_profile(error, handle, place));
    return rgbProfile(heif.HEAPU8.slice(place, place + bytes));
  }

  /** Runs a function that leaves a `heif_error` (code, subcode, message) and turns it into a fault. */
  private call(run: () => void): void {
    run();
    const code = this.u32(this.error);
    if (code === 0) return;
    throw damaged(new Error(`libheif error ${code}.${this.u32(this.error + 4)}: ${this.text(this.u32(this.error + 8))}`));
  }

  /** Views are made anew each time: memory that grows detaches them. */
  private u32(at: number): number {
    const { HEAPU8 } = this.heif;
    return new DataView(HEAPU8.buffer).getUint32(at, true);
  }

  private text(at: number): string {
    const { HEAPU8 } = this.heif;
    return new TextDecoder().decode(HEAPU8.subarray(at, HEAPU8.indexOf(0, at)));
  }
}

function damaged(cause?: unknown): ImageFault {
  return new ImageFault('invalid', 'The HEIC file is damaged or incomplete; please export it again', cause);
}
