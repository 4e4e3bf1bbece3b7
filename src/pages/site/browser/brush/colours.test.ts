import { expect, test } from 'vitest';
import { writePixel } from './colours.ts';

type Pixel = readonly [number, number, number, number];

function written(cutout: Pixel, photo: Pixel, alpha: number): number[] {
  const into = new Uint8ClampedArray(8);
  writePixel(Uint8ClampedArray.of(...cutout), Uint8ClampedArray.of(...photo), 0, alpha, into, 4);
  return [...into.subarray(4)];
}

const photo: Pixel = [200, 100, 50, 255];

test('an unchanged pixel is the cutout’s, whatever it is', () => {
  expect(written([1, 2, 3, 128], photo, 128)).toEqual([1, 2, 3, 128]);
  expect(written([1, 2, 3, 0], photo, 0)).toEqual([1, 2, 3, 0]);
});

test('one that is erased in part keeps its colour, and one that is erased whole keeps nothing', () => {
  expect(written([1, 2, 3, 128], photo, 5)).toEqual([1, 2, 3, 5]);
  expect(written([1, 2, 3, 128], photo, 0)).toEqual([0, 0, 0, 0]);
});

test('what was not there is restored in the photo’s colour, at every alpha', () => {
  expect(written([0, 0, 0, 0], photo, 1)).toEqual([200, 100, 50, 1]);
  expect(written([0, 0, 0, 0], photo, 255)).toEqual([200, 100, 50, 255]);
});

test('what was soft goes from its own colour to the photo’s, which it has at full opacity', () => {
  expect(written([100, 100, 100, 155], photo, 205)).toEqual([150, 100, 75, 205]);
  expect(written([100, 100, 100, 155], photo, 255)).toEqual([200, 100, 50, 255]);
});
