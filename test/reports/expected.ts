/** The right answer for each file of `fixtures/reports`, from its README, and what such answers are made of. */
import { drawing, fromGamma, fromP3, fromPq, greenAsGrey, grey, type Shown } from './references.ts';

/** How far from the reference an answer may be: mean of all values, and any value in the middle of the coloured squares. */
interface Tolerance {
  readonly mean: number;
  readonly squares: number;
}

/** A picture as it has to be shown, or a refusal. */
export type Right =
  | {
      readonly status: 200;
      /** Of the upright picture. */
      readonly widthPx: number;
      readonly heightPx: number;
      readonly shown: (drawn: Buffer) => Promise<Shown>;
      readonly tolerance: Tolerance;
      /** Share of the pixels that can be seen through, wholly or in part. */
      readonly clearShare: number;
      /** Of each pixel, where it is not only a share that counts. */
      readonly alpha?: Uint8Array;
      /** False where the reference has no coloured squares. */
      readonly hasSquares: boolean;
    }
  | { readonly status: 422; readonly words: string }
  | { readonly status: 415; readonly code: 'UNSUPPORTED_MEDIA_TYPE' };

export interface Reported {
  readonly file: string;
  readonly right: Right;
}

export const exact: Tolerance = { mean: 0, squares: 0 };
/** Samples of other types, scaled. */
export const rounded: Tolerance = { mean: 0.5, squares: 1 };
/** Our conversion and lcms' differ by rounding. */
const converted: Tolerance = { mean: 0.5, squares: 2 };
export const jpeg: Tolerance = { mean: 2, squares: 3 };
const webp: Tolerance = { mean: 3, squares: 4 };
const avif: Tolerance = { mean: 3, squares: 4 };
const heic: Tolerance = { mean: 1.5, squares: 4 };
/** A palette of 256 colours, whose blue is (3, 3, 227). */
const gif: Tolerance = { mean: 3, squares: 28 };

export type Picture = Extract<Right, { status: 200 }>;

export function picture(tolerance: Tolerance, changes: Partial<Picture> = {}): Picture {
  const upright = { widthPx: 160, heightPx: 120, shown: (drawn: Buffer) => drawing(drawn) };
  return { status: 200, ...upright, clearShare: 0, hasSquares: true, tolerance, ...changes };
}

export function turned(tolerance: Tolerance, degrees: 90 | 270): Right {
  return picture(tolerance, { widthPx: 120, heightPx: 160, shown: (drawn) => drawing(drawn, degrees) });
}

export const as =
  (convert: (drawn: Shown) => Shown) =>
  async (drawn: Buffer): Promise<Shown> =>
    convert(await drawing(drawn));

/** One value everywhere. */
const flat = (value: number) => as((drawn) => ({ ...drawn, data: new Uint8Array(drawn.data.length).fill(value) }));

/** Stripes of which the white ones are clear: black is what can be seen. */
const stripes: Right = picture(exact, { shown: flat(0), clearShare: 0.5, hasSquares: false });

export const reported: readonly Reported[] = [
  { file: 'avif-plain.avif', right: picture(avif) },
  // Its mask of alpha counts, in Chromium too: there is nothing to be seen.
  { file: 'bmp32-v5-alpha-all-zero.bmp', right: picture(exact, { clearShare: 1, hasSquares: false }) },
  { file: 'gif-no-trailer.gif', right: picture(gif) },
  // Without a profile the conversion is a matter of taste: the mean is held.
  { file: 'jpeg-cmyk-adobe.jpg', right: picture({ mean: 30, squares: 255 }) },
  { file: 'jpeg-exif-after-many-app.jpg', right: turned(jpeg, 270) },
  { file: 'jpeg-extraneous-before-eoi.jpg', right: picture(jpeg) },
  { file: 'jpeg-grey-srgb-icc.jpg', right: picture(jpeg, { shown: as(grey) }) },
  { file: 'jpeg-samsung-sos-0-0.jpg', right: picture(jpeg) },
  { file: 'jpeg-trailing-mp4.jpg', right: picture(jpeg) },
  { file: 'png-rgba-hidden-colours.png', right: picture(exact, { clearShare: 1 / 3, hasSquares: false }) },
  { file: 'png-trailing.png', right: picture(exact) },
  { file: 'tiff-bigtiff.tif', right: picture(exact) },
  { file: 'tiff-unknown-private-tag.tif', right: picture(exact) },
  { file: 'v.png', right: picture(exact) },
  { file: 'webp-exif6.webp', right: turned(webp, 90) },
  { file: 'heic-colr-matrix-5.heic', right: picture(heic) },
  { file: 'heic-colr-transfer-differs.heic', right: picture(heic) },
  { file: 'tiff-ascii-no-nul.tif', right: picture(exact) },
  { file: 'tiff-extratag-zero-count.tif', right: picture(exact) },
  { file: 'tiff-resolutionunit-bad.tif', right: picture(exact) },
  { file: 'tiff-stripbytecounts-too-big.tif', right: picture(exact) },
  { file: 'avif-nclx-p3.avif', right: picture(avif, { shown: as(fromP3) }) },
  { file: 'avif-nclx-pq.avif', right: picture({ mean: 2, squares: 4 }, { shown: as(fromPq) }) },
  { file: 'heic-nclx-p3.heic', right: picture(heic, { shown: as(fromP3) }) },
  { file: 'png-cicp-p3.png', right: picture(converted, { shown: as(fromP3) }) },
  { file: 'png-cicp-pq.png', right: picture({ mean: 2, squares: 2 }, { shown: as(fromPq) }) },
  { file: 'png-gama-1.0.png', right: picture(converted, { shown: as((drawn) => fromGamma(drawn, 1)) }) },
  { file: 'png-gama-1.8.png', right: picture(converted, { shown: as((drawn) => fromGamma(drawn, 1.8)) }) },
  { file: 'raw-dng-like.dng', right: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' } },
  { file: 'tiff-thumb-first.tif', right: picture(exact) },
  { file: 'avif-animated.avif', right: picture(avif) },
  { file: 'jpeg-two-exif-6-then-1.jpg', right: turned(jpeg, 90) },
  { file: 'jpeg-two-exif-6-then-none.jpg', right: turned(jpeg, 90) },
  { file: 'jpeg-two-exif-8-then-3.jpg', right: turned(jpeg, 270) },
  { file: 'tiff-float32-grey.tif', right: picture(rounded, { shown: as(greenAsGrey) }) },
  { file: 'tiff-float32-rgb-icc.tif', right: picture(rounded) },
  { file: 'jpeg-no-dht-mjpeg.jpg', right: picture(jpeg) },
  { file: 'gif-lsd-0x0.gif', right: picture(gif) },
  { file: 'gif-lsd-0xh.gif', right: picture(gif) },
  { file: 'gif-lsd-smaller.gif', right: picture(gif) },
  { file: 'png-grey1-trns-beyond.png', right: stripes },
  { file: 'png-last-crc-cut.png', right: picture(exact) },
  { file: 'png-no-iend.png', right: picture(exact) },
  { file: 'bmp-os2v2-16.bmp', right: picture(exact) },
];
