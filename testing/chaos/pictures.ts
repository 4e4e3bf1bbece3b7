/** What clients send: small and large, of both lanes and every format, and what is no picture at all. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { inProject } from '../../src/local/root.ts';
import { encode, noise, noisePhoto, photo } from '../photos.ts';
import type { PictureSize } from './whole.ts';

export interface ChaosPicture {
  readonly name: string;
  readonly file: Buffer;
  /** Sent in place of the file: an address at which no picture is. */
  readonly address?: string;
  /** Of the upright picture; null for what no operation takes. */
  readonly size: PictureSize | null;
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
/** Shows a car, for the shipped networks. */
export const carName = 'coupe.jpg';

/** Their answers are of several megabytes and streamed: one from the isolate, two from the image lane. */
export const streamedPictures = ['noise-1600.jpg', 'noise-900.tif', 'noise-2900.jpg'];

/** HEIC and AVIF were made of even sides. */
const fixtureSizes = { even: { widthPx: 60, heightPx: 42 }, odd: { widthPx: 61, heightPx: 43 } };

/** All pictures, made anew; the same at every call. */
export async function chaosPictures(): Promise<readonly ChaosPicture[]> {
  const small = await photo();
  const noisy = await noisePhoto(320, 240);
  return [
    good('small.jpg', 48, 32, 12, small),
    good('small.png', 48, 32, 4, await photo('png')),
    good('noise-320.jpg', 320, 240, 8, noisy),
    good('progressive-800.jpg', 800, 600, 2, await enlarged(small, 800, 600, true)),
    good(carName, 720, 540, 2, readFileSync(inProject('test/fixtures/cars', carName))),
    good('noise-1600.jpg', 1600, 1200, 4, await noisePhoto(1600, 1200)),
    good('noise-900.tif', 900, 700, 3, await noisyTiff(900, 700)),
    // Over 4.2 megapixels: the image lane's.
    good('bands-3000.jpg', 3000, 2100, 1, await enlarged(small, 3000, 2100, false)),
    good('noise-2900.jpg', 2900, 2200, 0.3, await noisePhoto(2900, 2200)),
    ...fixtures.map(fixture),
    bad('cut.jpg', noisy.subarray(0, noisy.length / 2)),
    bad('text.jpg', Buffer.from('This is no picture.')),
    bad('ftyp.heic', Buffer.from('\0\0\0\x08ftyp', 'latin1')),
    bad('empty.jpg', Buffer.alloc(0)),
    // An address that is refused, and one whose host does not exist.
    bad('metadata', Buffer.alloc(0), 'http://169.254.169.254/photo.jpg'),
    bad('nobody', Buffer.alloc(0), 'http://nobody.invalid/photo.jpg'),
  ];
}

function good(name: string, widthPx: number, heightPx: number, weight: number, file: Buffer): ChaosPicture {
  return { name, file, size: { widthPx, heightPx }, weight };
}

function bad(name: string, file: Buffer, address?: string): ChaosPicture {
  return { name, file, address, size: null, weight: 1 };
}

function fixture(name: string): ChaosPicture {
  const file = readFileSync(inProject('test/fixtures/pictures/input', name));
  return { name, file, size: /^(heic|avif)-/.test(name) ? fixtureSizes.even : fixtureSizes.odd, weight: 1 };
}

/** The picture in hard-edged blocks, as a JPEG. */
function enlarged(file: Buffer, widthPx: number, heightPx: number, progressive: boolean): Promise<Buffer> {
  return sharp(file).resize(widthPx, heightPx, { kernel: 'nearest', fit: 'fill' }).jpeg({ progressive }).toBuffer();
}

function noisyTiff(widthPx: number, heightPx: number): Promise<Buffer> {
  return encode({ widthPx, heightPx, channels: 3, data: noise(widthPx * heightPx * 3) }, 'tiff');
}
