/** What is right for each file of `fixtures/reports`, as its README says. */
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
      /** False where the reference has no coloured squares. */
      readonly hasSquares: boolean;
    }
  | { readonly status: 415; readonly code: 'UNSUPPORTED_MEDIA_TYPE' };

export interface Reported {
  readonly file: string;
  /** Number of the kind in the README; 0 is sound. */
  readonly kind: number;
  readonly right: Right;
}

const exact: Tolerance = { mean: 0, squares: 0 };
/** Samples of other types, scaled. */
const rounded: Tolerance = { mean: 0.5, squares: 1 };
/** Our conversion and lcms' differ by rounding. */
const converted: Tolerance = { mean: 0.5, squares: 2 };
const jpeg: Tolerance = { mean: 2, squares: 3 };
const webp: Tolerance = { mean: 3, squares: 4 };
const avif: Tolerance = { mean: 3, squares: 4 };
const heic: Tolerance = { mean: 1.5, squares: 4 };
/** A palette of 256 colours, whose blue is (3, 3, 227). */
const gif: Tolerance = { mean: 3, squares: 28 };

type Picture = Extract<Right, { status: 200 }>;

function picture(tolerance: Tolerance, changes: Partial<Picture> = {}): Right {
  const upright = { widthPx: 160, heightPx: 120, shown: (drawn: Buffer) => drawing(drawn) };
  return { status: 200, ...upright, clearShare: 0, hasSquares: true, tolerance, ...changes };
}

function turned(tolerance: Tolerance, degrees: 90 | 270): Right {
  return picture(tolerance, { widthPx: 120, heightPx: 160, shown: (drawn) => drawing(drawn, degrees) });
}

const as =
  (convert: (drawn: Shown) => Shown) =>
  async (drawn: Buffer): Promise<Shown> =>
    convert(await drawing(drawn));

/** One value everywhere. */
const flat = (value: number) => as((drawn) => ({ ...drawn, data: new Uint8Array(drawn.data.length).fill(value) }));

/** Stripes of which the white ones are clear: black is what can be seen. */
const stripes: Right = picture(exact, { shown: flat(0), clearShare: 0.5, hasSquares: false });

export const reported: readonly Reported[] = [
  { file: 'avif-plain.avif', kind: 0, right: picture(avif) },
  { file: 'bmp32-v5-alpha-all-zero.bmp', kind: 0, right: picture(exact) },
  { file: 'gif-no-trailer.gif', kind: 0, right: picture(gif) },
  // Without a profile the conversion is a matter of taste: the mean is held.
  { file: 'jpeg-cmyk-adobe.jpg', kind: 0, right: picture({ mean: 30, squares: 255 }) },
  { file: 'jpeg-exif-after-many-app.jpg', kind: 0, right: turned(jpeg, 270) },
  { file: 'jpeg-extraneous-before-eoi.jpg', kind: 0, right: picture(jpeg) },
  { file: 'jpeg-grey-srgb-icc.jpg', kind: 0, right: picture(jpeg, { shown: as(grey) }) },
  { file: 'jpeg-samsung-sos-0-0.jpg', kind: 0, right: picture(jpeg) },
  { file: 'jpeg-trailing-mp4.jpg', kind: 0, right: picture(jpeg) },
  { file: 'png-rgba-hidden-colours.png', kind: 0, right: picture(exact, { clearShare: 1 / 3, hasSquares: false }) },
  { file: 'png-trailing.png', kind: 0, right: picture(exact) },
  { file: 'tiff-bigtiff.tif', kind: 0, right: picture(exact) },
  { file: 'tiff-unknown-private-tag.tif', kind: 0, right: picture(exact) },
  { file: 'v.png', kind: 0, right: picture(exact) },
  { file: 'webp-exif6.webp', kind: 0, right: turned(webp, 90) },
  { file: 'heic-colr-matrix-5.heic', kind: 1, right: picture(heic) },
  { file: 'heic-colr-transfer-differs.heic', kind: 1, right: picture(heic) },
  { file: 'tiff-ascii-no-nul.tif', kind: 1, right: picture(exact) },
  { file: 'tiff-extratag-zero-count.tif', kind: 1, right: picture(exact) },
  { file: 'tiff-resolutionunit-bad.tif', kind: 1, right: picture(exact) },
  { file: 'tiff-stripbytecounts-too-big.tif', kind: 1, right: picture(exact) },
  { file: 'avif-nclx-p3.avif', kind: 2, right: picture(avif, { shown: as(fromP3) }) },
  { file: 'avif-nclx-pq.avif', kind: 2, right: picture({ mean: 2, squares: 4 }, { shown: as(fromPq) }) },
  { file: 'heic-nclx-p3.heic', kind: 2, right: picture(heic, { shown: as(fromP3) }) },
  { file: 'png-cicp-p3.png', kind: 2, right: picture(converted, { shown: as(fromP3) }) },
  { file: 'png-cicp-pq.png', kind: 2, right: picture({ mean: 2, squares: 2 }, { shown: as(fromPq) }) },
  { file: 'png-gama-1.0.png', kind: 2, right: picture(converted, { shown: as((drawn) => fromGamma(drawn, 1)) }) },
  { file: 'png-gama-1.8.png', kind: 2, right: picture(converted, { shown: as((drawn) => fromGamma(drawn, 1.8)) }) },
  { file: 'raw-dng-like.dng', kind: 3, right: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' } },
  { file: 'tiff-thumb-first.tif', kind: 3, right: picture(exact) },
  { file: 'avif-animated.avif', kind: 4, right: picture(avif) },
  { file: 'jpeg-two-exif-6-then-1.jpg', kind: 5, right: turned(jpeg, 90) },
  { file: 'jpeg-two-exif-6-then-none.jpg', kind: 5, right: turned(jpeg, 90) },
  { file: 'jpeg-two-exif-8-then-3.jpg', kind: 5, right: turned(jpeg, 270) },
  { file: 'tiff-float32-grey.tif', kind: 6, right: picture(rounded, { shown: as(greenAsGrey) }) },
  { file: 'tiff-float32-rgb-icc.tif', kind: 6, right: picture(rounded) },
  { file: 'jpeg-no-dht-mjpeg.jpg', kind: 7, right: picture(jpeg) },
  { file: 'gif-lsd-0x0.gif', kind: 8, right: picture(gif) },
  { file: 'gif-lsd-0xh.gif', kind: 8, right: picture(gif) },
  { file: 'gif-lsd-smaller.gif', kind: 8, right: picture(gif) },
  { file: 'png-grey1-trns-beyond.png', kind: 9, right: stripes },
  { file: 'png-last-crc-cut.png', kind: 9, right: picture(exact) },
  { file: 'png-no-iend.png', kind: 9, right: picture(exact) },
  { file: 'bmp-os2v2-16.bmp', kind: 10, right: picture(exact) },
];
