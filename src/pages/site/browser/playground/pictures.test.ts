import { describe, expect, it } from 'vitest';
import { resultName } from './pictures.ts';

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
