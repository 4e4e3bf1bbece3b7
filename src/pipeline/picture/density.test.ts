import { describe, expect, it } from 'vitest';
import { checkDensity } from './density.ts';
import { ImageFault } from './fault.ts';
import type { Header, ImageFormat } from './header.ts';

const blank: Header = {
  format: 'png',
  widthPx: 5000,
  heightPx: 5000,
  orientation: 1,
  colour: 'grey',
  bitsPerSample: 1,
  hasAlpha: false,
  animated: false,
  wholeFrame: false,
  hasIcc: false,
};
const formats: readonly ImageFormat[] = ['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff', 'bmp', 'gif'];

describe.each(formats)('%s', (format) => {
  it('of 25 megapixels may be as flat as it likes', () => {
    expect(() => checkDensity({ ...blank, format }, 20)).not.toThrow();
  });

  it('above that is refused in a few bytes, with what to do', () => {
    const large = { ...blank, format, widthPx: 16_383, heightPx: 8191 };
    expect(() => checkDensity(large, 40)).toThrow(ImageFault);
    expect(() => checkDensity(large, 40)).toThrow(/16383x8191 pixels in 40 bytes of .*at most 25 megapixels/);
  });

  it('above that is taken in as many bytes as real pictures need', () => {
    expect(() => checkDensity({ ...blank, format, heightPx: 6400 }, 400_000)).not.toThrow();
  });
});

it('counts the pixels that a crop takes off again', () => {
  const cropped: Header = { ...blank, format: 'avif', widthPx: 10, heightPx: 10, codedPixels: 268_000_000 };
  expect(() => checkDensity(cropped, 1460)).toThrow(ImageFault);
});
