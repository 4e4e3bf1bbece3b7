/** Pictures that are too large, or larger than their file can be. */
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../contract/limits.ts';
import { headerWith } from '../testing/header.ts';
import { ImageFault } from './fault.ts';
import type { Header, ImageFormat } from './header.ts';
import { checkSize } from './size.ts';

const blank = headerWith({ format: 'png', widthPx: 5000, heightPx: 5000, colour: 'grey', bitsPerSample: 1 });
const formats: readonly ImageFormat[] = ['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff', 'bmp', 'gif'];

describe.each(formats)('%s', (format) => {
  it('of 25 megapixels may be as flat as it likes', () => {
    expect(() => checkSize({ ...blank, format }, 20, defaultLimits)).not.toThrow();
  });

  it('above that is refused in a few bytes, with what to do', () => {
    const large = { ...blank, format, widthPx: 16_383, heightPx: 8191 };
    expect(() => checkSize(large, 40, defaultLimits)).toThrow(ImageFault);
    expect(() => checkSize(large, 40, defaultLimits)).toThrow(
      /16383x8191 pixels in 40 bytes of .*at most 25 megapixels/,
    );
  });

  it('above that is accepted in as many bytes as real pictures need', () => {
    expect(() => checkSize({ ...blank, format, heightPx: 6400 }, 400_000, defaultLimits)).not.toThrow();
  });
});

it('counts the pixels that a crop takes off again', () => {
  const cropped: Header = { ...blank, format: 'avif', widthPx: 10, heightPx: 10, codedPixels: 268_000_000 };
  expect(() => checkSize(cropped, 1460, defaultLimits)).toThrow('in 1460 bytes');
  const beyond = { ...cropped, codedPixels: 300_000_000 };
  expect(() => checkSize(beyond, 20_000_000, defaultLimits)).toThrow('the limit is');
});

describe('the limits', () => {
  it('the pixel limit is inclusive', () => {
    const size = (widthPx: number, heightPx: number) =>
      checkSize({ ...blank, widthPx, heightPx }, 20_000_000, defaultLimits);
    expect(() => size(16_383, 16_383)).not.toThrow();
    expect(() => size(16_384, 16_383)).toThrow(ImageFault);
    expect(() => size(65_535, 4000)).not.toThrow();
    expect(() => size(65_536, 1)).toThrow('65536x1');
  });
});

describe('scans', () => {
  const check = (scans: number, widthPx: number, heightPx: number) =>
    checkSize(headerWith({ scans, widthPx, heightPx }), 20_000_000, defaultLimits);

  it('16 are taken at any size, and 100 of a small picture', () => {
    expect(() => check(16, 16_000, 16_000)).not.toThrow();
    expect(() => check(100, 1000, 1000)).not.toThrow();
  });

  it('one more than the deployment allows is refused', () => {
    expect(() => check(101, 8, 8)).toThrow('more than 100 scans; please save it again');
  });

  it('further ones may go over 100 million pixels in all', () => {
    expect(() => check(26, 5000, 2000)).not.toThrow();
    expect(() => check(26, 5000, 2001)).toThrow('has 26 scans, too many scans for its size; please save it again');
  });
});
