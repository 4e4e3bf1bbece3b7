/** The fixture pictures of test/fixtures/pictures: files, and what another decoder made of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Picture } from '../../../pixels/pipeline/picture/picture.ts';
import { probe } from '../../../pixels/pipeline/probe/probe.ts';
import { nativePictures } from '../pictures.ts';

const folder = new URL('../../../../test/fixtures/pictures/', import.meta.url);

/** Names of all fixture files. */
export const fixtureNames: readonly string[] = readdirSync(fileURLToPath(new URL('input/', folder))).sort();

/** The bytes of a fixture file. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`input/${name}`, folder)));
}

/** The bytes of a file of test/fixtures/reports. */
export function report(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../../test/fixtures/reports/${name}`, import.meta.url)));
}

/** All samples of a picture, row-major and interleaved. */
export interface Raw {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: number;
  readonly samples: Uint8Array;
}

/** What the independent decoder made of a fixture, kept as a plain 8-bit PNG of RGB or RGBA. */
export async function expectedRaw(name: string): Promise<Raw> {
  const file = fileURLToPath(new URL(`expected/${name}.png`, folder));
  const { data, info } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, channels: info.channels, samples: data };
}

/** Opens a file as the service does. @throws ImageFault */
export function openFile(file: Uint8Array): Promise<Picture> {
  return nativePictures.open(file, probe(file));
}

/** All samples of a file, opened as the service does. @throws ImageFault */
export async function openRaw(file: Uint8Array): Promise<Raw> {
  return rawOf(await openFile(file));
}

/** All rows of a picture. */
export function rawOf(picture: Picture): Raw {
  const { widthPx, heightPx, channels } = picture;
  return { widthPx, heightPx, channels, samples: picture.rows().next(heightPx).slice() };
}

/** How far two pictures of one size are apart. */
export interface PictureDifference {
  readonly size: string;
  /** Largest and mean difference of colours, 0 to 255, where both pictures are not fully transparent. */
  readonly colour: number;
  readonly mean: number;
  readonly alpha: number;
}

/** Compares pictures; one without alpha counts as opaque. @throws Error for two of different sizes */
export function difference(a: Raw, b: Raw): PictureDifference {
  const size = `${a.widthPx}x${a.heightPx}`;
  if (size !== `${b.widthPx}x${b.heightPx}`) throw new Error(`${size} is not ${b.widthPx}x${b.heightPx}`);
  let colour = 0;
  let sum = 0;
  let alpha = 0;
  for (let pixel = 0; pixel < a.widthPx * a.heightPx; pixel++) {
    const alphaOf = (raw: Raw) => (raw.channels === 4 ? raw.samples[pixel * 4 + 3] : 255);
    alpha = Math.max(alpha, Math.abs(alphaOf(a) - alphaOf(b)));
    if (alphaOf(a) === 0 && alphaOf(b) === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const off = Math.abs(a.samples[pixel * a.channels + channel] - b.samples[pixel * b.channels + channel]);
      colour = Math.max(colour, off);
      sum += off;
    }
  }
  return { size, colour, mean: sum / (a.widthPx * a.heightPx * 3), alpha };
}

/** A file less its last bytes. */
export function cut(file: Uint8Array, bytes: number): Uint8Array {
  return file.slice(0, file.length - bytes);
}

/** A file with bytes behind its end. */
export function withStrayBytes(file: Uint8Array): Uint8Array {
  return Uint8Array.from([...file, ...new TextEncoder().encode('stray bytes')]);
}
