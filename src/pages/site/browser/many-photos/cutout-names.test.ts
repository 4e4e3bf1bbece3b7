import { expect, it } from 'vitest';
import { CutoutNames } from './cutout-names.ts';

it('is that of the photo, with the ending of what was made', () => {
  const names = new CutoutNames();
  expect(names.nameFor('bag.jpg', 'image/png')).toBe('bag.png');
  expect(names.nameFor('shoe.v2.heic', 'image/jpeg')).toBe('shoe.v2.jpg');
  expect(names.nameFor('hat', 'image/webp')).toBe('hat.webp');
  expect(names.nameFor('.jpg', 'image/png')).toBe('photo.png');
  expect(names.nameFor('../up.jpg', 'image/png')).toBe('..-up.png');
});

it('is numbered where another photo has it', () => {
  const names = new CutoutNames();
  const given = ['bag.jpg', 'bag.png', 'BAG.webp', 'bag (2).jpg'];
  expect(given.map((name) => names.nameFor(name, 'image/png'))).toEqual([
    'bag.png',
    'bag (2).png',
    'BAG (3).png',
    'bag (2) (2).png',
  ]);
});
