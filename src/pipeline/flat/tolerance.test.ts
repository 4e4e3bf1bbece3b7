import { expect, test } from 'vitest';
import type { Background } from './background.ts';
import type { Cells } from './cells.ts';
import { toleranceOf } from './tolerance.ts';

const blockPx = 8;
const blocks = 5;
const sidePx = blocks * blockPx;
const still: Background = { noise: 0, mostNoise: 0, drifts: false, row() {} };

/** A picture whose pixels differ from the background in these places alone. */
function cellsWith(differences: readonly (readonly [x: number, y: number, levels: number])[]): Cells {
  const most = new Uint8Array(sidePx * sidePx);
  for (const [x, y, levels] of differences) most[y * sidePx + x] = levels;
  return { widthPx: sidePx, heightPx: sidePx, sidePx: 1, most };
}

/** A peak of ringing in a corner. */
const peak = [1, 1, 5] as const;
/** The sharp edge, in the middle block. */
const edge = [20, 20, 200] as const;

test('ringing is let pass in the block of a sharp edge and in the eight around it', () => {
  const tolerance = toleranceOf(still, cellsWith([peak, edge]));
  expect(tolerance.rings).toBe(true);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const isNear = [x, y].every((at) => Math.abs(Math.floor(at / blockPx) - 2) <= 1);
      expect(tolerance.at(x, y), `${x}, ${y}`).toBe(isNear ? 22 : 2);
    }
  }
});

test('a share of the sharpest difference is let pass, and where the border needs more by its noise that', () => {
  const less = [20, 20, 100] as const;
  expect(toleranceOf(still, cellsWith([peak, less])).at(20, 20)).toBe(11);
  const noisy = toleranceOf({ ...still, mostNoise: 12.5 }, cellsWith([[1, 1, 20], less]));
  expect([noisy.rings, noisy.at(20, 20)]).toEqual([true, 14]);
});

test('a picture without peaks does not ring', () => {
  const tolerance = toleranceOf({ ...still, drifts: true }, cellsWith([edge]));
  expect([tolerance.rings, tolerance.at(20, 20), tolerance.smooth]).toEqual([false, 2, 12]);
});
