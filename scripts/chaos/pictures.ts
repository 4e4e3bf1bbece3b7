/** What clients send: small and large, of both lanes and every format, and what is no picture at all. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { inProject } from '../../src/start/root.ts';
import { noisePhoto, photo, plainPhoto } from '../../test/photos.ts';
import type { Size } from './whole.ts';

export interface ChaosPicture {
  readonly name: string;
  readonly file: Buffer;
  /** Of the upright picture; null for what no operation takes. */
  readonly size: Size | null;
  /** How often it is drawn. */
  readonly weight: number;
}

/** Of formats that go to the image lane, and some that stay. */
const fixtures = [
  'heic-single.heic',
  'heic-alpha.heic',
  'avif-single.avif',
  'tiff-lzw-predictor.tif',
  'gif-still.gif',
  'bmp-rle8.bmp',
  'jpeg-cmyk.jpg',
  'png-interlaced.png',
  'webp-lossy.webp',
];
/** HEIC and AVIF were made of even sides. */
const fixtureSizes = { even: { widthPx: 60, heightPx: 42 }, odd: { widthPx: 61, heightPx: 43 } };

/** All pictures, made anew; the same at every call. */
export async function chaosPictures(): Promise<readonly ChaosPicture[]> {
  const small = await photo();
  const noisy = await noisePhoto(320, 240);
  const drawn: readonly ChaosPicture[] = [
    { name: 'small.jpg', file: small, size: { widthPx: 48, heightPx: 32 }, weight: 12 },
    { name: 'small.png', file: await photo('png'), size: { widthPx: 48, heightPx: 32 }, weight: 4 },
    { name: 'noise-320.jpg', file: noisy, size: { widthPx: 320, heightPx: 240 }, weight: 8 },
    // Answers of several megabytes: they are streamed, and their clients have time to leave.
    { name: 'noise-1600.jpg', file: await noisePhoto(1600, 1200), size: { widthPx: 1600, heightPx: 1200 }, weight: 4 },
    { name: 'progressive-800.jpg', file: await progressive(noisy), size: { widthPx: 800, heightPx: 600 }, weight: 2 },
    // Over 6.1 megapixels: the image lane's.
    { name: 'plain-3000.jpg', file: await plainPhoto(3000, 2500), size: { widthPx: 3000, heightPx: 2500 }, weight: 1 },
    {
      name: 'noise-2900.jpg',
      file: await noisePhoto(2900, 2200),
      size: { widthPx: 2900, heightPx: 2200 },
      weight: 0.3,
    },
    { name: 'cut.jpg', file: noisy.subarray(0, noisy.length / 2), size: null, weight: 1 },
    { name: 'text.jpg', file: Buffer.from('This is no picture.'), size: null, weight: 1 },
    { name: 'ftyp.heic', file: Buffer.from('\0\0\0\x08ftyp', 'latin1'), size: null, weight: 1 },
    { name: 'empty.jpg', file: Buffer.alloc(0), size: null, weight: 1 },
  ];
  return [...drawn, ...fixtures.map(fixture)];
}

function fixture(name: string): ChaosPicture {
  const file = readFileSync(inProject('test/fixtures/pictures/input', name));
  return { name, file, size: /^(heic|avif)-/.test(name) ? fixtureSizes.even : fixtureSizes.odd, weight: 1 };
}

function progressive(file: Buffer): Promise<Buffer> {
  return sharp(file).resize(800, 600, { kernel: 'nearest' }).jpeg({ progressive: true }).toBuffer();
}
