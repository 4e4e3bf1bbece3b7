/** Rows of the result: the photo's own colours under the matte, or the matte alone. */
import { type Layer, LayerSampler } from './matte.ts';
import type { Picture, RowSource } from './picture.ts';

/** Produces the samples of a result row by row, top to bottom. */
export interface RowWriter {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 4: RGBA, straight alpha. 1: grey. */
  readonly channels: 1 | 4;
  /** Writes the next `count` rows to the start of `into`: count × width × channels bytes. */
  write(count: number, into: Uint8Array): void;
}

/** The photo's RGB, alpha = matte × input alpha, and RGB 0 where alpha is 0: the background really leaves. */
export function cutoutRows(picture: Picture, matte: Layer): RowWriter {
  const alphaRows = new AlphaRows(picture, matte, true);
  const { widthPx, heightPx, channels } = picture;
  return {
    widthPx,
    heightPx,
    channels: 4,
    write(count, into) {
      const colours = alphaRows.next(count);
      const { alpha } = alphaRows;
      for (let pixel = 0, from = 0, to = 0; pixel < count * widthPx; pixel++, from += channels, to += 4) {
        const opacity = alpha[pixel];
        into[to] = opacity === 0 ? 0 : colours[from];
        into[to + 1] = opacity === 0 ? 0 : colours[from + 1];
        into[to + 2] = opacity === 0 ? 0 : colours[from + 2];
        into[to + 3] = opacity;
      }
    },
  };
}

/** The matte at the size of the picture: always equal to the cutout's alpha. */
export function matteRows(picture: Picture, matte: Layer): RowWriter {
  const alphaRows = new AlphaRows(picture, matte, picture.channels === 4);
  const { widthPx, heightPx } = picture;
  return {
    widthPx,
    heightPx,
    channels: 1,
    write(count, into) {
      alphaRows.next(count);
      into.set(alphaRows.alpha.subarray(0, count * widthPx));
    },
  };
}

/** Alpha of the result, a band at a time: matte × input alpha, rounded. */
class AlphaRows {
  alpha = new Uint8Array(0);
  private readonly sampler: LayerSampler;
  private readonly source: RowSource | null;
  private readonly widthPx: number;
  private readonly channels: number;
  private y = 0;

  /** @param readColours false where neither colours nor input alpha matter: then the picture is not read again */
  constructor(picture: Picture, matte: Layer, readColours: boolean) {
    this.sampler = new LayerSampler(matte);
    this.source = readColours ? picture.rows() : null;
    this.widthPx = picture.widthPx;
    this.channels = picture.channels;
  }

  /** Moves to the next rows and returns their colours, if they are read. */
  next(count: number): Uint8Array {
    const { widthPx, channels } = this;
    if (this.alpha.length < count * widthPx) this.alpha = new Uint8Array(count * widthPx);
    for (let row = 0; row < count; row++) {
      this.sampler.row(this.y++, widthPx, this.alpha.subarray(row * widthPx));
    }
    const colours = this.source?.next(count) ?? new Uint8Array(0);
    if (channels === 4) {
      for (let pixel = 0, at = 3; pixel < count * widthPx; pixel++, at += 4) {
        this.alpha[pixel] = (this.alpha[pixel] * colours[at] + 127) / 255;
      }
    }
    return colours;
  }
}
