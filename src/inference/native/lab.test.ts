/** L*a*b* to sRGB, against published values. */
import { expect, it } from 'vitest';
import { labToSrgb } from './lab.ts';

const signed = (value: number) => value & 255;

it.each([
  ['black', [0, 0, 0], [0, 0, 0]],
  ['white', [255, 0, 0], [255, 255, 255]],
  // L* 53.2408 a* 80.0925 b* 67.2032 and so on: the primaries of sRGB under D65.
  ['red', [136, 80, 67], [255, 0, 0]],
  ['green', [224, signed(-86), 83], [0, 255, 0]],
  ['blue', [82, 79, signed(-108)], [0, 0, 255]],
  ['middle grey', [137, 0, 0], [128, 128, 128]],
])('%s', (_, lab, rgb) => {
  const samples = Uint8Array.from(lab);
  labToSrgb(samples, 3, 0);
  samples.forEach((value, channel) => {
    // One step of a 8-bit L*a*b* value is up to a few levels of sRGB.
    expect(Math.abs(value - rgb[channel])).toBeLessThanOrEqual(12);
  });
});

it('takes a* and b* around 128 for ICC L*a*b*, and leaves alpha alone', () => {
  const [cie, icc] = [Uint8Array.of(140, signed(-20), 30, 77), Uint8Array.of(140, 108, 158, 77)];
  labToSrgb(cie, 4, 0);
  labToSrgb(icc, 4, 128);
  expect(icc).toEqual(cie);
  expect(icc[3]).toBe(77);
});
