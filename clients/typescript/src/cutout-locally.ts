/** A cutout for a fraction of the transfer: a small picture goes out, a small matte comes back. */
import type { CallSettings, Edgematte } from './edgematte.ts';
import { applyMatte, type Grey, type Pixels } from './matte.ts';
import type { IdOf, OptionsOf } from './operations.ts';
import type { Photo } from './photo.ts';
import { decodeGrey, encodeRgb } from './png.ts';
import { shrunk } from './shrink.ts';

export interface LocalSettings {
  /** Longest side of what is sent, in pixels; networks see no more. @default 1024 */
  readonly longestSide?: number;
  /** Makes the file that is sent, where you have something faster or smaller than the PNG that is made here. */
  readonly encode?: (picture: Pixels, longestSide: number) => Photo | Promise<Photo>;
  /** Reads the matte's PNG, where the runtime has no `DecompressionStream`. */
  readonly decode?: (png: Uint8Array<ArrayBuffer>) => Grey | Promise<Grey>;
  readonly options?: OptionsOf<IdOf<'matte'>>;
  readonly call?: CallSettings;
}

/**
 * Cuts out the subject of a picture, in place, on this machine: the service sees at most 1,024 pixels of it and gives its
 * matte. A call costs what any other costs. The edge is the small picture's, enlarged, and soft pixels keep the photo's
 * colours: for the finest edges send the whole file to `cutout`.
 * @param picture upright RGBA at full size, as a canvas' `getImageData` or any decoder gives it
 * @returns the same picture, with the subject alone
 * @throws as `matte` does
 */
export async function cutoutLocally<Picture extends Pixels>(
  edgematte: Pick<Edgematte, 'matte'>,
  picture: Picture,
  { longestSide = 1024, encode = encodeSmall, decode = decodeGrey, options, call }: LocalSettings = {},
): Promise<Picture> {
  const { bytes } = await edgematte.matte(await encode(picture, longestSide), options, call);
  return applyMatte(picture, await decode(bytes));
}

function encodeSmall(picture: Pixels, longestSide: number): Promise<Blob> {
  return encodeRgb(shrunk(picture, longestSide));
}
