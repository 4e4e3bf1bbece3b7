/** Files of the supported formats that are broken, incomplete or too large once decoded. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../src/local/root.ts';
import { noise, photo } from '../../testing/photos.ts';
import { blankData, blankPng, pngWith } from '../../testing/png.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { avifFixture, withExtent } from '../avif.ts';
import { brokenImage } from '../contract.ts';
import { writeBmp } from '../fixtures/pictures/make/bmp.ts';
import { withScans, withSides } from '../jpeg.ts';
import { type Case, matteBase64Path, mattePath } from './case.ts';

type Make = () => Buffer | Promise<Buffer>;

const png8 = { bitDepth: 8, colourType: 2 };
const quarters = [1, 2, 3] as const;

const whole: Readonly<Record<string, Make>> = {
  'a baseline JPEG': () => photo('jpeg', 160, 120),
  'a progressive JPEG': () => photo('progressive', 160, 120),
  'a PNG': () => photo('png', 160, 120),
  'a WebP': () => photo('webp', 160, 120),
  'an AVIF': () => photo('avif', 160, 120),
  'a TIFF': () => photo('tiff', 160, 120),
  'a GIF': () => photo('gif', 160, 120),
  'a BMP': () => readFileSync(inProject('test/fixtures/pictures/input/bmp-24.bmp')),
  'a HEIC': () => readFileSync(inProject('test/fixtures/pictures/input/heic-single.heic')),
};

const truncated: readonly Case[] = Object.entries(whole).flatMap(([name, make]) =>
  quarters.map((quarter) => {
    return upload(`${name} cut after ${quarter} of 4 quarters`, async () => {
      const file = await make();
      return file.subarray(0, Math.floor((file.length * quarter) / 4));
    });
  }),
);

/** Large enough to be decoded anew in each reading of its rows. */
const largePng = { widthPx: 4000, heightPx: 3000, ...png8 };
const largeDamaged: readonly Case[] = [
  upload('a PNG of 12 megapixels whose checksum of all pixels is wrong', () => {
    const data = blankData(largePng);
    data[data.length - 1] ^= 1;
    return pngWith(largePng, data);
  }),
  upload('a PNG of 12 megapixels whose last row is missing', () => {
    return pngWith(largePng, blankData({ ...largePng, heightPx: largePng.heightPx - 1 }));
  }),
  upload('a PNG of 12 megapixels with another byte in the middle', () => {
    const file = blankPng(largePng);
    file[file.length >> 1] ^= 1;
    return file;
  }),
  upload('a PNG of 12 megapixels cut off in the middle', () => {
    const file = blankPng(largePng);
    return file.subarray(0, file.length >> 1);
  }),
  upload('a lossy WebP of 12 megapixels whose last codes are missing, as its chunks say', async () => {
    const file = await photo('webp', 4000, 3000);
    const cut = file.subarray(0, (file.length >> 2) * 2);
    cut.writeUInt32LE(cut.length - 8, 4);
    cut.writeUInt32LE(cut.length - 20, 16);
    return cut;
  }),
];

/** The first bytes of each format, by which readers recognise it. */
const beginnings: Readonly<Record<string, Buffer>> = {
  JPEG: Buffer.from('ffd8ff', 'hex'),
  PNG: Buffer.from('89504e470d0a1a0a', 'hex'),
  WebP: Buffer.from('RIFF\0\x10\0\0WEBP', 'latin1'),
  AVIF: Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'latin1'),
  HEIC: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
  'little-endian TIFF': Buffer.from('II*\0\x08\0\0\0', 'latin1'),
  'big-endian TIFF': Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
  GIF87a: Buffer.from('GIF87a', 'latin1'),
  GIF89a: Buffer.from('GIF89a', 'latin1'),
  BMP: Buffer.concat([Buffer.from('BM'), noise(12), Buffer.of(40, 0, 0, 0)]),
};

const random: readonly Case[] = Object.entries(beginnings).flatMap(([name, beginning]) => [
  upload(`random bytes behind the beginning of a ${name}`, () => Buffer.concat([beginning, noise(5000)])),
  upload(`nothing behind the beginning of a ${name}`, () => beginning, /\w/, name === 'BMP' ? 26 : 0),
]);

/** A few bytes that claim what would keep a process busy for a minute, and pictures that leave pixels to guess. */
const claims: readonly Case[] = [
  upload('a file that ends in its first box', () => Buffer.from('\0\0\0\x08ftyp'), /incomplete/),
  upload(
    'a GIF of one pixel on a screen of 268 megapixels, in 35 bytes',
    () => {
      const screen = 'GIF89a\xff\x3f\xff\x3f\x80\0\0\0\0\0\xff\xff\xff';
      return Buffer.from(`${screen},\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;`, 'latin1');
    },
    /16383x16383 pixels in 35 bytes of GIF.*25 megapixels/,
  ),
  upload(
    'a WebP of one colour of 134 megapixels, in 38 bytes',
    // As libwebp 1.6 codes it.
    () => Buffer.from('524946461e000000574542505650384c110000002ffebfff0707508f2217a5ff8188e87f0000', 'hex'),
    /16383x8191 pixels in 38 bytes of WEBP.*25 megapixels/,
  ),
  upload(
    'an AVIF that claims 268 megapixels in 1,460 bytes',
    () => withExtent(avifFixture(), 16_383, 16_383),
    /16383x16383 pixels in 1460 bytes of AVIF.*25 megapixels/,
  ),
  upload(
    'a BMP of 268 megapixels without one of them',
    () => emptyRunLengths(16_383, 16_383),
    /16383x16383.*bytes of BMP/,
  ),
  upload('a BMP of 60 pixels without one of them', () => emptyRunLengths(10, 6), /leaves pixels out/),
];

/** An RLE8 BMP with 256 colours, whose data are one end of bitmap. */
function emptyRunLengths(widthPx: number, heightPx: number): Buffer {
  const palette = Array.from({ length: 256 }, (_, grey) => [grey, grey, grey]);
  return writeBmp({ widthPx, heightPx, bits: 8, compression: 1, header: 40, palette, data: Buffer.of(0, 0, 0, 1) });
}

const sizes: readonly Case[] = [
  upload(
    'a PNG of 30,000 × 30,000 px in a few kilobytes',
    () => {
      return pngWith({ widthPx: 30_000, heightPx: 30_000, ...png8 }, noise(4000));
    },
    /more pixels than its data can hold/,
  ),
  upload(
    'a PNG of 30,000 × 30,000 px that are all there',
    () => {
      return blankPng({ widthPx: 30_000, heightPx: 30_000, bitDepth: 1, colourType: 0 });
    },
    /30000x30000.*268402689/,
  ),
  upload(
    'a PNG just over 268,402,689 px',
    () => {
      // The next number that two sides of at most 65,535 px multiply to.
      return blankPng({ widthPx: 16_565, heightPx: 16_203, bitDepth: 1, colourType: 0 });
    },
    /16565x16203.*268402689/,
  ),
  upload(
    'a PNG of 65,536 px on a side',
    () => {
      return blankPng({ widthPx: 65_536, heightPx: 1, ...png8 });
    },
    /65536x1 .*65535/,
  ),
  upload('a PNG that claims 2,147,483,647 px on each side', () => {
    return pngWith({ widthPx: 0x7fffffff, heightPx: 0x7fffffff, ...png8 }, noise(100));
  }),
  upload(
    'a PNG that claims more than its data can hold',
    () => {
      return pngWith({ widthPx: 2000, heightPx: 2000, ...png8 }, noise(1000));
    },
    /more pixels than its data can hold/,
  ),
  upload('a PNG without any width', () => pngWith({ widthPx: 0, heightPx: 10, ...png8 }, noise(100)), /no pixels/),
  upload('a PNG without any height', () => pngWith({ widthPx: 10, heightPx: 0, ...png8 }, noise(100)), /no pixels/),
  upload('a PNG without any data', () => pngWith({ widthPx: 10, heightPx: 10, ...png8 }, Buffer.alloc(0))),
  upload('a PNG with data of another kind', () => pngWith({ widthPx: 10, heightPx: 10, ...png8 }, noise(400))),
  upload('a PNG of an unknown colour type', () =>
    pngWith({ widthPx: 4, heightPx: 4, bitDepth: 8, colourType: 5 }, noise(99)),
  ),
  upload('a PNG of 3 bits a sample', () => pngWith({ widthPx: 4, heightPx: 4, bitDepth: 3, colourType: 0 }, noise(99))),
  upload(
    'a JPEG that claims 65,535 px on each side',
    async () => withSides(await photo(), 65_535, 65_535),
    /65535x65535/,
  ),
  upload('a JPEG that claims 2,000 px on each side', async () => withSides(await photo(), 2000, 2000)),
  upload('a JPEG that claims 16,000 px on each side', async () => withSides(await photo(), 16_000, 16_000)),
  upload(
    'a JPEG of 5 megapixels with 101 scans',
    async () => withScans(await photo('progressive', 2600, 2000), 101),
    /100 scans/,
  ),
  upload('a JPEG without any height', async () => withSides(await photo(), 48, 0), /no pixels/),
  upload('a JPEG with 101 scans', async () => withScans(await photo('progressive'), 101), /100 scans/),
  upload('a JPEG with 20,000 scans', async () => withScans(await photo('progressive'), 20_000), /100 scans/),
  upload(
    'a GIF that claims 65,535 px on each side',
    () => {
      const beginning = 'GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0';
      return Buffer.concat([Buffer.from(beginning, 'latin1'), noise(200)]);
    },
    /65535x65535/,
  ),
  upload(
    'a GIF whose first frame has an offset of 65,534 px on each side',
    () => {
      const beginning = 'GIF89a\0\0\0\0\0\0\0,\xfe\xff\xfe\xff\x01\0\x01\0\0';
      return Buffer.concat([Buffer.from(beginning, 'latin1'), noise(200)]);
    },
    /65535x65535/,
  ),
  upload(
    'a BMP that claims 100,000 px on a side',
    () => {
      const header = Buffer.alloc(54 + 300);
      header.write('BM');
      header.writeUInt32LE(54, 10);
      header.writeUInt32LE(40, 14);
      header.writeInt32LE(100_000, 18);
      header.writeInt32LE(1, 22);
      header.writeUInt16LE(1, 26);
      header.writeUInt16LE(24, 28);
      return header;
    },
    /100000x1 /,
  ),
  upload(
    'a WebP that claims 16,777,216 px on each side',
    () => {
      const canvas = Buffer.from('RIFF\0\x10\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1');
      return Buffer.concat([canvas, Buffer.from('VP8L\x10\0\0\0\x2f', 'latin1'), noise(15)]);
    },
    /16777216x16777216/,
  ),
];

const inJson: readonly Case[] = [
  ['a JPEG without its last bytes as Base64', async () => (await photo()).subarray(0, -40)],
  ['a PNG bomb as Base64', () => pngWith({ widthPx: 30_000, heightPx: 30_000, ...png8 }, noise(4000))],
  ['a JPEG with 101 scans as Base64', async () => withScans(await photo('progressive'), 101)],
].map(([name, make]) => ({
  name: String(name),
  expected: brokenImage('json'),
  call: async (key: string) =>
    jsonCall(matteBase64Path, key, { image_base64: (await (make as Make)()).toString('base64') }),
}));

export const images: readonly Case[] = [...truncated, ...largeDamaged, ...random, ...claims, ...sizes, ...inJson];

function upload(name: string, make: Make, message: RegExp = /\w/, paddedTo = 0): Case {
  return {
    name,
    expected: brokenImage('multipart', message),
    async call(key) {
      const file = await make();
      const content = file.length < paddedTo ? Buffer.concat([file, Buffer.alloc(paddedTo - file.length)]) : file;
      return multipartCall(mattePath, key, [filePart(content)]);
    },
  };
}
