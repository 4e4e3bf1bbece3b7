/** What a file says of itself before any pixel is decoded. */
import type { ColourSignal } from '../colour/colour.ts';
import type { Size } from '../plane/region.ts';

/** The eight formats that are accepted. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'tiff' | 'bmp' | 'gif';

/** Clockwise turns and mirrors that make a stored picture upright: EXIF tag 274, values 1 to 8. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Chroma that pixels side by side share, two and two, in `rows` rows. */
export interface Chroma {
  readonly rows: 1 | 2;
  /** In brightness; green has the rest. */
  readonly redWeight: number;
  readonly blueWeight: number;
}

/** How samples of AV1 are stored, where decoders leave something to do. */
export interface Av1Samples {
  /** Grey, and alpha, of 16 to 235, which libvips gives as they are. */
  readonly narrowGrey: boolean;
  readonly narrowAlpha: boolean;
  /** Null where each pixel has its own, or it is not known which pixels share one. */
  readonly chroma: Chroma | null;
}

/** What is known of a picture from its header alone. */
export interface Header {
  readonly format: ImageFormat;
  /** As stored, before orientation. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** 1 where the decoder itself turns the picture (HEIC, AVIF). */
  readonly orientation: Orientation;
  readonly colour: 'rgb' | 'grey' | 'palette' | 'cmyk' | 'other';
  readonly bitsPerSample: number;
  readonly hasAlpha: boolean;
  /** More than one frame or page; the first one is used. */
  readonly animated: boolean;
  /** The decoder has to hold the whole picture: progressive JPEG, Adam7 PNG, lossless WebP, a TIFF of floats or of planes in tiles. */
  readonly wholeFrame: boolean;
  /** It has an ICC profile, and nothing that counts before it. */
  readonly hasIcc: boolean;
  /** What says which colours its samples are, where that is no ICC profile; left out where nothing is said. */
  readonly colourSignal?: ColourSignal;
  /** Pixels that the decoder makes where a crop leaves fewer of them (HEIC, AVIF). */
  readonly codedPixels?: number;
  /** Of AVIF. */
  readonly av1?: Av1Samples;
  /** Of JPEG: 1.5 where four pixels share their chroma, 3 where none do. */
  readonly samplesPerPixel?: number;
  /** Of TIFF: bytes that the samples of a pixel take where more are stored than shown, and all of them are decoded. */
  readonly storedBytesPerPixel?: number;
  /** Of JPEG: how often its codes go over the picture, or over a part of its components. */
  readonly scans?: number;
  /** Of JPEG: it has more segments than an isolate, which has one thread for all its callers, goes over in one call. */
  readonly longLists?: boolean;
  /** Arithmetic or lossless JPEG, which only libvips reads. */
  readonly rareCoding?: boolean;
}

/** Sides of the upright picture. */
export function uprightSize({ widthPx, heightPx, orientation }: Header): Size {
  return orientation >= 5 ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}

/** Pixels that a decoder makes, those included that a crop takes off again. */
export function pixelsToDecode({ widthPx, heightPx, codedPixels = 0 }: Header): number {
  return Math.max(widthPx * heightPx, codedPixels);
}
