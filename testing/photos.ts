/** Pictures for tests, drawn rather than kept, so that a test can decide what is in them. */
import sharp from 'sharp';

/** Formats that sharp writes. `progressive` is JPEG. */
export type PhotoFormat = 'jpeg' | 'progressive' | 'png' | 'webp' | 'avif' | 'tiff' | 'gif';

/** Samples of a picture, row-major, interleaved. */
export interface Samples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Buffer;
}

/** Colour of the pixel at a place, as many numbers as the picture has channels. */
type Paint = (x: number, y: number) => readonly number[];

/** A picture painted pixel by pixel. */
export function paint(widthPx: number, heightPx: number, channels: 3 | 4, colourAt: Paint): Samples {
  const data = Buffer.alloc(widthPx * heightPx * channels);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      for (const value of colourAt(x, y)) data[at++] = value;
    }
  }
  return { widthPx, heightPx, channels, data };
}

/**
 * Three bands, left to right, for the network `luma`: a red too dark to be seen (alpha 0, and yet not black), a rising
 * grey (soft alpha), white (alpha 255).
 */
export function bands(widthPx = 48, heightPx = 32): Samples {
  return paint(widthPx, heightPx, 3, (x, y) => {
    const third = Math.floor((x * 3) / widthPx);
    if (third === 0) return [1, 0, 0];
    if (third === 2) return [255, 255, 255];
    const grey = Math.round((255 * (x - widthPx / 3)) / (widthPx / 3));
    return [grey, Math.max(0, grey - (y % 8)), grey];
  });
}

/** {@link bands} as a file. */
export function photo(format: PhotoFormat = 'jpeg', widthPx = 48, heightPx = 32): Promise<Buffer> {
  return encode(bands(widthPx, heightPx), format);
}

/** A picture of nothing but black: `luma` finds no subject in it. */
export function blackPhoto(format: PhotoFormat = 'png'): Promise<Buffer> {
  return encode(
    paint(24, 16, 3, () => [0, 0, 0]),
    format,
  );
}

/** A large JPEG of one colour, made without its samples. */
export function plainPhoto(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: { r: 200, g: 120, b: 40 } };
  return sharp({ create }).jpeg().toBuffer();
}

/** A JPEG whose result is large: noise cannot be compressed. The same size gives the same bytes. */
export function noisePhoto(widthPx: number, heightPx: number): Promise<Buffer> {
  return encode({ widthPx, heightPx, channels: 3, data: noise(widthPx * heightPx * 3) }, 'jpeg');
}

/** Writes samples as a file; JPEG, WebP and AVIF lose a little. */
export function encode({ widthPx, heightPx, channels, data }: Samples, format: PhotoFormat): Promise<Buffer> {
  const image = sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 90 }).toBuffer();
    case 'progressive':
      return image.jpeg({ quality: 90, progressive: true }).toBuffer();
    case 'png':
      return image.png().toBuffer();
    case 'webp':
      return image.webp({ quality: 90 }).toBuffer();
    case 'avif':
      return image.avif({ quality: 80, effort: 2 }).toBuffer();
    case 'tiff':
      return image.tiff({ compression: 'lzw' }).toBuffer();
    case 'gif':
      return image.gif().toBuffer();
  }
}

/** The samples of a PNG as they are stored: no profile is applied. */
export async function readSamples(png: Uint8Array): Promise<Samples> {
  const { data, info } = await sharp(png, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 1 && channels !== 3 && channels !== 4) throw new Error(`The PNG has ${channels} channels`);
  return { widthPx: width, heightPx: height, channels, data };
}

/** One channel of interleaved samples. */
export function channelOf({ data, channels }: Samples, channel: number): Buffer {
  const plane = Buffer.alloc(data.length / channels);
  for (let pixel = 0; pixel < plane.length; pixel++) plane[pixel] = data[pixel * channels + channel];
  return plane;
}

/** Pseudo-random bytes, the same in every run. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed * 0x9e3779b9 || 1;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state;
  }
  return bytes;
}

/** The file with zeros behind its end, which every decoder passes over, up to a length. */
export function padded(file: Buffer, length: number): Buffer {
  return Buffer.concat([file, Buffer.alloc(length - file.length)]);
}
