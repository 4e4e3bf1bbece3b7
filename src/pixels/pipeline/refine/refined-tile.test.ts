/** The weights of a refined tile. */
import { expect, test } from 'vitest';
import { blendWeights } from './refined-tile.ts';

test('alpha that the refiner kept has no weight, alpha that it changed has as much as edges are soft', () => {
  const shown = Uint8Array.of(100, 100, 100, 100, 100, 0, 255, 255, 255);
  const refined = Uint8Array.of(100, 106, 118, 130, 255, 5, 0, 0, 0);
  const softness = Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 0, 90);
  expect([...blendWeights(shown, refined, softness)]).toEqual([0, 0, 128, 255, 255, 0, 255, 0, 90]);
});
