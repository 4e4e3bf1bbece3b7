/** The picture under a cutout, in the colours of the picture above it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { photometric } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { field, longs, shorts, tag } from './tiff-page.ts';
import { type TiffKind, writeFields, writeHeader } from './tiff-writing.ts';

/** Bytes a pixel that a conversion holds at most: the picture as it goes in, and as it comes out. */
export const convertingBytesPerPixel = 8;

/**
 * The same picture in the colours of another one. What has no profile is sRGB.
 * @param picture is closed where it is not the one that is returned
 * @param icc profile of the other one
 */
export async function inColoursOf(picture: Picture, icc: Uint8Array | null): Promise<Picture> {
  if (isSame(picture.icc, icc)) return picture;
  const tiff = tiffOf(picture);
  picture.close();
  const image = sharp(tiff);
  const converted = icc ? await withProfileFile(icc, (file) => rawOf(image.withIccProfile(file))) : await rawOf(image);
  const { data: samples, info } = converted;
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`libvips gave ${info.channels} channels`);
  const { width: widthPx, height: heightPx, channels } = info;
  return framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc });
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (!one || !other) return one === other;
  return Buffer.compare(one, other) === 0;
}

function rawOf(image: Sharp) {
  return image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

/** libvips takes a profile as a file alone, which is there as long as `use` takes. */
async function withProfileFile<Result>(icc: Uint8Array, use: (file: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), 'profile-'));
  try {
    const file = path.join(directory, 'profile.icc');
    await writeFile(file, icc);
    return await use(file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const kind: TiffKind = { littleEndian: true, big: false };
const headerBytes = 8;
const undefinedType = 7;
const straightAlpha = 2;

/** The samples with their profile, uncompressed: TIFF 6.0. */
function tiffOf(picture: Picture): Uint8Array {
  const { widthPx, heightPx, channels, icc } = picture;
  const bytes = widthPx * heightPx * channels;
  const fields = [
    field(tag.width, longs, widthPx),
    field(tag.height, longs, heightPx),
    field(tag.bits, shorts, ...Array<number>(channels).fill(8)),
    field(tag.compression, shorts, 1),
    field(tag.photometric, shorts, photometric.rgb),
    field(tag.samples, shorts, channels),
    field(tag.stripOffsets, longs, headerBytes),
    field(tag.rowsPerStrip, longs, heightPx),
    field(tag.stripBytes, longs, bytes),
    ...(channels === 4 ? [field(tag.extraSamples, shorts, straightAlpha)] : []),
    ...(icc ? [{ id: tag.icc, type: undefinedType, values: icc }] : []),
  ];
  const directory = writeFields(fields, headerBytes + bytes, kind);
  const file = new Uint8Array(headerBytes + bytes + directory.length);
  writeHeader(file, headerBytes + bytes, kind);
  const rows = picture.rows();
  for (let y = 0; y < heightPx; y++) file.set(rows.next(1), headerBytes + y * widthPx * channels);
  file.set(directory, headerBytes + bytes);
  return file;
}
