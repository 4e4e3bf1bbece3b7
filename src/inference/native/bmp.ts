/**
 * BMP, which libvips does not read. The npm decoders that were tried (bmp-ts 1.0.9) ignore the pixel offset, end
 * 4-bit pictures of odd width after one row, misread run lengths and refuse the core header.
 */
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { type BmpHeader, readBmpHeader, runLength4, runLength8 } from './bmp-header.ts';
import { expandRunLengths } from './bmp-rle.ts';
import { keptProfile } from './profile.ts';
import { wholeHeader } from './whole-header.ts';

/**
 * Decodes a BMP file: 1, 2, 4, 8, 16, 24 or 32 bits a pixel, run lengths, bit fields, rows in either direction. Alpha
 * counts where the file declares a mask for it.
 * @throws ImageFault
 */
export function openBmp(file: Uint8Array, { widthPx, heightPx }: Header): Picture {
  const header = wholeHeader(() => readBmpHeader(file));
  const channels = header.masks.length === 4 ? 4 : 3;
  const samples = new Uint8Array(widthPx * heightPx * channels);
  if (header.bitsPerPixel <= 8) paletteRows(file, header, samples);
  else if (header.bitsPerPixel === 24) trueColourRows(file, header, samples);
  else maskedRows(file, header, samples);
  return framePicture({ widthPx, heightPx, channels, samples, orientation: 1, icc: keptProfile(header.icc) });
}

/** Where each row is in the file, from the top of the picture down. */
function* storedRows(file: Uint8Array, { widthPx, heightPx, topDown, bitsPerPixel, pixelsAt }: BmpHeader) {
  const rowBytes = Math.ceil((widthPx * bitsPerPixel) / 8);
  // Rows fill whole words; the padding of the last one is often missing.
  const stride = Math.ceil(rowBytes / 4) * 4;
  if (pixelsAt + stride * (heightPx - 1) + rowBytes > file.length) throw incomplete();
  for (let y = 0; y < heightPx; y++) yield pixelsAt + stride * (topDown ? y : heightPx - 1 - y);
}

function paletteRows(file: Uint8Array, header: BmpHeader, samples: Uint8Array): void {
  const { widthPx, bitsPerPixel, compression, palette } = header;
  const colours = palette.length / 3;
  let to = 0;
  const put = (index: number) => {
    if (index >= colours) throw new ImageFault('invalid', 'The BMP file uses colours that its palette lacks');
    samples[to++] = palette[index * 3];
    samples[to++] = palette[index * 3 + 1];
    samples[to++] = palette[index * 3 + 2];
  };
  if (compression === runLength8 || compression === runLength4) {
    const indices = expandRunLengths(file, header);
    if (!indices) throw new ImageFault('invalid', 'The BMP file leaves pixels out; please save it as PNG');
    for (const index of indices) put(index);
    return;
  }
  const perByte = 8 / bitsPerPixel;
  const mask = 2 ** bitsPerPixel - 1;
  for (const from of storedRows(file, header)) {
    for (let x = 0; x < widthPx; x++) {
      const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
      put((file[from + Math.floor(x / perByte)] >> shift) & mask);
    }
  }
}

function trueColourRows(file: Uint8Array, header: BmpHeader, samples: Uint8Array): void {
  let to = 0;
  for (const row of storedRows(file, header)) {
    for (let x = 0, from = row; x < header.widthPx; x++, from += 3) {
      samples[to++] = file[from + 2];
      samples[to++] = file[from + 1];
      samples[to++] = file[from];
    }
  }
}

function maskedRows(file: Uint8Array, header: BmpHeader, samples: Uint8Array): void {
  const { widthPx, bitsPerPixel, masks } = header;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pixelBytes = bitsPerPixel / 8;
  let to = 0;
  for (const row of storedRows(file, header)) {
    for (let x = 0, from = row; x < widthPx; x++, from += pixelBytes) {
      const pixel = pixelBytes === 2 ? view.getUint16(from, true) : view.getUint32(from, true);
      for (const { mask, shift, max } of masks) {
        // The bits of a masked word are negative where its highest one is set: shift without sign.
        const value = (pixel & mask) >>> shift;
        samples[to++] = max === 255 ? value : Math.round((value * 255) / max);
      }
    }
  }
}

function incomplete(): ImageFault {
  return new ImageFault('invalid', 'The BMP file ends before its last pixel; please upload it again');
}
