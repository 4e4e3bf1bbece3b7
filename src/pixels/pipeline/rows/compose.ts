/** Rows of the result: the photo's own colours under the matte, or the matte alone. */
import { bytes, layOut } from '../../kernels/memory.ts';
import type { AlphaSampler, AlphaSource } from '../edges/alpha-source.ts';
import { EdgeColourSampler } from '../edges/colour-sampler.ts';
import type { EstimatedColours } from '../edges/colours.ts';
import type { Picture, RowSource } from '../picture/picture.ts';

/** What rows take beside the making of their own pixels. */
interface RowCost {
  /** About how many microseconds each takes, where many rows of the picture become one. */
  readonly rowUs?: number;
  /**
   * Goes over what is above the first row, in steps for `inTurns`. Where nobody has called it, the first `write` does it at once.
   */
  begin?(): Generator<number, void, void>;
}

/** Produces the samples of a result row by row, top to bottom. */
export interface RowWriter {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 4: RGBA, straight alpha. 1: grey. */
  readonly channels: 1 | 4;
  /** Left out where it is nothing. */
  readonly cost?: RowCost;
  /** Writes the next `count` rows to the start of `into`: count × width × channels bytes. */
  write(count: number, into: Uint8Array): void;
}

/** Gives soft pixels the subject's own colours. */
export interface EdgeCleaner {
  /**
   * Changes a row, top to bottom, each once.
   * @param rgba the row as it will go out: the photo's colours and the final alpha
   * @param pixels the row of the photo, `channels` samples to a pixel
   */
  clean(y: number, rgba: Uint8Array, pixels: Uint8Array, channels: number): void;
}

/**
 * The photo's RGB, alpha = matte × input alpha, and RGB 0 where alpha is 0: nothing of the background is left. With both
 * sides of soft edges known, soft pixels get the subject's own; pixels that were transparent in the photo already keep theirs.
 * @param matte at the size of the picture
 * @param colours of both sides, estimated, or given by a cleaner; null where soft pixels keep the photo's RGB
 * @returns RGBA rows
 */
export function cutoutRows(
  picture: Picture,
  matte: AlphaSource,
  colours: EstimatedColours | EdgeCleaner | null = null,
): RowWriter {
  const alphaRows = new AlphaRows(picture, matte, true);
  const { widthPx, heightPx, channels } = picture;
  const cleaner = colours && 'known' in colours ? new EdgeColourSampler(colours) : colours;
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    cost: alphaRows.cost,
    write(count, into) {
      const pixels = alphaRows.next(count);
      putUnder(alphaRows.alpha.subarray(0, count * widthPx), pixels, channels, into);
      for (let row = 0; row < count; row++, y++) {
        const start = row * widthPx;
        cleaner?.clean(y, into.subarray(start * 4), pixels.subarray(start * channels), channels);
      }
    },
  };
}

/** Pixels that are put together at a time, so that a wide picture takes no more memory. */
const pixelsAtATime = 65_536;

/** RGBA of colours and alpha, with RGB 0 where alpha is 0. */
function putUnder(alpha: Uint8Array, colours: Uint8Array, channels: number, into: Uint8Array): void {
  for (let from = 0; from < alpha.length; from += pixelsAtATime) {
    const count = Math.min(pixelsAtATime, alpha.length - from);
    const { kernels, arrays } = layOut({
      alpha: bytes(count),
      colours: bytes(count * channels),
      rgba: bytes(count * 4),
    });
    arrays.alpha.set(alpha.subarray(from, from + count));
    arrays.colours.set(colours.subarray(from * channels, (from + count) * channels));
    kernels.underAlpha(
      ...[arrays.colours.byteOffset, channels, arrays.alpha.byteOffset, count, arrays.rgba.byteOffset],
    );
    into.set(arrays.rgba, from * 4);
  }
}

/**
 * The matte at the size of the picture: always equal to the cutout's alpha.
 * @returns grey rows
 */
export function matteRows(picture: Picture, matte: AlphaSource): RowWriter {
  const alphaRows = new AlphaRows(picture, matte, matte.looksAtPicture || picture.channels === 4);
  const { widthPx, heightPx } = picture;
  return {
    widthPx,
    heightPx,
    channels: 1,
    cost: alphaRows.cost,
    write(count, into) {
      alphaRows.next(count);
      into.set(alphaRows.alpha.subarray(0, count * widthPx));
    },
  };
}

/** Alpha of the result, a band at a time: matte × input alpha, rounded. */
class AlphaRows {
  alpha = new Uint8Array(0);
  readonly #sampler: AlphaSampler;
  readonly #source: RowSource | null;
  readonly #widthPx: number;
  readonly #channels: number;
  #y = 0;

  /** @param readColours false where neither colours nor input alpha matter: then the picture is not read again */
  constructor(picture: Picture, matte: AlphaSource, readColours: boolean) {
    this.#sampler = matte.sampler();
    this.#source = readColours ? picture.rows() : null;
    this.#widthPx = picture.widthPx;
    this.#channels = picture.channels;
  }

  get cost(): RowCost | undefined {
    return this.#source?.begin && { begin: this.#source.begin };
  }

  /** Moves to the next rows and returns their colours, if they are read. */
  next(count: number): Uint8Array {
    const widthPx = this.#widthPx;
    const channels = this.#channels;
    if (this.alpha.length < count * widthPx) this.alpha = new Uint8Array(count * widthPx);
    const colours = this.#source?.next(count) ?? new Uint8Array(0);
    for (let row = 0; row < count; row++) {
      const pixels = colours.subarray(row * widthPx * channels);
      this.#sampler.row(this.#y++, widthPx, this.alpha.subarray(row * widthPx), pixels, channels);
    }
    if (channels === 4) {
      multiply(this.alpha.subarray(0, count * widthPx), colours);
    }
    return colours;
  }
}

/** Multiplies alpha by that of RGBA pixels, rounded. */
function multiply(alpha: Uint8Array, rgba: Uint8Array): void {
  for (let from = 0; from < alpha.length; from += pixelsAtATime) {
    const count = Math.min(pixelsAtATime, alpha.length - from);
    const { kernels, arrays } = layOut({ alpha: bytes(count), rgba: bytes(count * 4) });
    arrays.alpha.set(alpha.subarray(from, from + count));
    arrays.rgba.set(rgba.subarray(from * 4, (from + count) * 4));
    kernels.multiplyAlpha(arrays.alpha.byteOffset, arrays.rgba.byteOffset, count);
    alpha.set(arrays.alpha, from);
  }
}
