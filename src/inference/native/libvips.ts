/** Decoding by libvips, through sharp, into one frame of 8-bit RGB or RGBA. */
import { availableParallelism } from 'node:os';
import sharp, { type FailOnOptions, type Sharp } from 'sharp';
import type { CodePoints } from '../../pixels/pipeline/colour/code-points.ts';
import { highDynamicRangeOf, labelsOf } from '../../pixels/pipeline/colour/colour.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { framePicture, turnedOnce } from '../../pixels/pipeline/picture/frame.ts';
import { type Header, pixelsToDecode } from '../../pixels/pipeline/picture/header.ts';
import type { Channels, Picture } from '../../pixels/pipeline/picture/picture.ts';
import { highDynamicRangeSamples } from './high-dynamic-range.ts';
import { keptProfile } from './profile.ts';

// Every file is seen once: cached operations would hold frames back.
sharp.cache(false);
useThreads(availableParallelism());

/** Threads that one picture is decoded with. Containers with a quota of processor time have fewer cores than they see. */
export function useThreads(count: number): void {
  sharp.concurrency(count);
}

/**
 * Decodes one of JPEG, PNG, WebP and TIFF.
 *
 * Colours of RGB and palette pictures stay as they are stored and their profile is handed on, as does grey that something
 * other than a profile speaks of; all others become sRGB, through their profile where they have one, and PQ and HLG.
 * 16-bit samples lose their low byte.
 * @param header of which the size bounds what is decoded
 * @param failOn the least complaint of libvips that means an invented pixel
 * @param dropsAlpha samples beyond the colours do not count
 * @throws ImageFault
 */
export async function decodeWithLibvips(
  file: Uint8Array,
  header: Header,
  failOn: FailOnOptions,
  dropsAlpha = false,
): Promise<Picture> {
  const keepsColours = header.colour === 'rgb' || header.colour === 'palette';
  const decoded = await decodeSamples(file, header, { failOn, keepsColours, dropsAlpha });
  if (decoded.widthPx !== header.widthPx || decoded.heightPx !== header.heightPx) {
    throw new ImageFault('invalid', 'The picture has another size than its header says; please export it again');
  }
  return framePicture(turnedOnce({ ...decoded, orientation: header.orientation }));
}

/** How libvips is to decode a file. */
export interface Decoding {
  readonly failOn: FailOnOptions;
  /** False: colours become sRGB. */
  readonly keepsColours: boolean;
  readonly dropsAlpha: boolean;
}

/** A decoded frame as it is stored, before orientation. */
export interface Samples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  /** Row-major, interleaved. */
  readonly samples: Uint8Array;
  readonly icc: Uint8Array | null;
  readonly codePoints?: CodePoints;
}

/**
 * Decodes as `decodeWithLibvips` does, without turning the picture and without comparing its size with the header.
 * @throws ImageFault
 */
export async function decodeSamples(
  file: Uint8Array,
  header: Header,
  { failOn, keepsColours, dropsAlpha }: Decoding,
): Promise<Samples> {
  const limitInputPixels = pixelsToDecode(header);
  const open = (bytes: Uint8Array, ignoreIcc: boolean): Sharp => sharp(bytes, { failOn, ignoreIcc, limitInputPixels });
  const { colourSignal } = header;
  const range = highDynamicRangeOf(colourSignal);
  try {
    if (range) return { ...(await highDynamicRangeSamples(open(file, true), range, header)), icc: null };
    const icc = keepsColours && header.hasIcc ? keptProfile((await open(file, true).metadata()).icc) : null;
    const source = deepGreyWithProfile(header) ? await narrow(open(file, true)) : file;
    const image = open(source, keepsColours || colourSignal !== undefined).toColourspace('srgb');
    const { data: samples, info } = await (dropsAlpha ? image.removeAlpha() : image)
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 && info.channels !== 4) throw new Error(`libvips gave ${info.channels} channels`);
    const labels = colourSignal ? labelsOf(colourSignal) : { icc };
    return { widthPx: info.width, heightPx: info.height, channels: info.channels, samples, ...labels };
  } catch (cause) {
    const name = header.format.toUpperCase();
    throw new ImageFault(
      'invalid',
      `The ${name} file is damaged, incomplete or of a rare kind; please export it again`,
      cause,
    );
  }
}

/** sharp does not apply the profile of 16-bit grey pictures. */
function deepGreyWithProfile({ colour, hasIcc, bitsPerSample }: Header): boolean {
  return colour === 'grey' && hasIcc && bitsPerSample === 16;
}

/** The same grey picture with 8 bits and its profile, uncompressed. */
function narrow(deep: Sharp): Promise<Buffer> {
  return deep.toColourspace('b-w').keepIccProfile().tiff({ compression: 'none' }).toBuffer();
}
