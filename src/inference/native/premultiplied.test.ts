/** Colours divided by their alpha. */
import { expect, it } from 'vitest';
import { straightenAlpha } from './premultiplied.ts';

it('divides colours by their alpha, within 0 to 255', () => {
  const samples = Uint8Array.of(50, 100, 128, 128, 200, 0, 5, 100, 9, 8, 7, 255, 1, 2, 3, 0);
  straightenAlpha(samples);
  expect([...samples]).toEqual([100, 199, 255, 128, 255, 0, 13, 100, 9, 8, 7, 255, 1, 2, 3, 0]);
});
