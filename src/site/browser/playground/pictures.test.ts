import { describe, expect, it } from 'vitest';
import { covering, resultName } from './pictures.ts';

describe('the name of a result', () => {
  it.each([
    ['photo.jpg', 'photo-cutout.png'],
    ['photo', 'photo-cutout.png'],
    ['holiday.2026.jpeg', 'holiday.2026-cutout.png'],
    ['.jpg', 'photo-cutout.png'],
    ['', 'photo-cutout.png'],
  ])('follows %j', (name, expected) => {
    expect(resultName(name, 'cutout', 'png')).toBe(expected);
  });
});

describe('a background that covers', () => {
  it.each([
    [
      { width: 100, height: 100 },
      { left: 0, top: -50, wide: 200, high: 200 },
    ],
    [
      { width: 400, height: 100 },
      { left: -100, top: 0, wide: 400, high: 100 },
    ],
    [
      { width: 200, height: 100 },
      { left: 0, top: 0, wide: 200, high: 100 },
    ],
  ])('%j over 200 × 100', (picture, expected) => {
    expect(covering(picture, { width: 200, height: 100 })).toEqual(expected);
  });
});
