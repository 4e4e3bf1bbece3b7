/** Files that say what their colours are, in all the ways in which formats can. */
import { readFileSync } from 'node:fs';
import { openRaw, report } from '../../src/inference/native/testing/fixture.ts';
import { inProject } from '../../src/local/root.ts';
import { encode } from '../../testing/photos.ts';
import { chunk } from '../../testing/png.ts';
import { codedPicture, nclx, writeContainer } from '../fixtures/pictures/make/heif.ts';
import { wideRgbProfile } from '../fixtures/pictures/make/profiles.ts';
import { disc, raw } from './outputs.ts';

const numbers = (...values: number[]) => {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
};
const codePoints = (primaries: number, transfer: number) => chunk('cICP', Buffer.of(primaries, transfer, 0, 1));
const linear = chunk('gAMA', numbers(100_000));
const p3Primaries = chunk('cHRM', numbers(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000));

/** Chunks of PNG that say what its colours are, without a profile. */
export const pngSignals: Readonly<Record<string, readonly Buffer[]>> = {
  'Display P3 by code points': [codePoints(12, 13)],
  'BT.2020 by code points, before a gamma': [codePoints(9, 14), linear],
  'linear light': [linear],
  'a gamma of 1 / 1.8': [chunk('gAMA', numbers(55_556))],
  'linear light of Display P3': [linear, p3Primaries],
};
export const pngKinds = Object.keys(pngSignals).flatMap((signal) =>
  [true, false].map((isGrey) => ({ signal, isGrey })),
);

/** The disc as a PNG. */
export async function pngFile(signal: string, isGrey: boolean): Promise<Buffer> {
  const png = isGrey ? await raw(disc).toColourspace('b-w').png().toBuffer() : await encode(disc, 'png');
  return withChunks(png, pngSignals[signal]);
}

/** The disc as a PNG of BT.2020 with PQ (16) or HLG (18). */
export async function highDynamicRangePng(transfer: 16 | 18): Promise<Buffer> {
  return withChunks(await encode(disc, 'png'), [codePoints(9, transfer)]);
}

/** Behind the signature and IHDR. */
function withChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** A file, and another one that a browser shows as it has to be shown, where it cannot show the file. */
export interface ColourKind {
  readonly name: string;
  file(): Promise<Buffer>;
  drawnAs?(file: Buffer): Promise<Buffer>;
}

/** RGB as it is in lossless AVIF: every decoder gives the same samples. */
async function avif(properties: readonly Buffer[], icc?: Buffer): Promise<Buffer> {
  const lossless = await raw(disc).avif({ lossless: true, chromaSubsampling: '4:4:4' }).toBuffer();
  return writeContainer({ brand: 'avif', pictures: [codedPicture(lossless)], properties, icc });
}

/** Every kind of colour that is handed on as it is. */
export const colourKinds: readonly ColourKind[] = [
  ...pngKinds.map(({ signal, isGrey }) => ({
    name: `PNG, ${signal}${isGrey ? ', grey' : ''}`,
    file: () => pngFile(signal, isGrey),
  })),
  { name: 'PNG, a profile', file: () => raw(disc).withIccProfile('p3').png().toBuffer() },
  {
    name: 'JPEG, a profile',
    file: () => raw(disc).withIccProfile('p3').jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  { name: 'WebP, a profile', file: () => raw(disc).withIccProfile('p3').webp({ lossless: true }).toBuffer() },
  { name: 'AVIF, Display P3 by code points', file: () => avif([nclx(12, 13, 0)]) },
  { name: 'AVIF, BT.2020 by code points', file: () => avif([nclx(9, 14, 0)]) },
  { name: 'AVIF, linear light', file: () => avif([nclx(1, 8, 0)]) },
  { name: 'AVIF, a profile before code points', file: () => avif([nclx(9, 14, 0)], wideRgbProfile()) },
  {
    name: 'AVIF, grey of the narrow range',
    file: async () => readFileSync(inProject('test/fixtures/pictures/input/avif-grey-narrow.avif')),
  },
  {
    name: 'HEIC, Display P3 by code points, which Chromium cannot show: as a PNG of the same samples',
    file: async () => Buffer.from(report('heic-nclx-p3.heic')),
    drawnAs: async (file) => {
      const { samples, ...size } = await openRaw(new Uint8Array(file));
      const png = await raw({ ...size, channels: 3, data: Buffer.from(samples) })
        .png()
        .toBuffer();
      return withChunks(png, [codePoints(12, 13)]);
    },
  },
];
