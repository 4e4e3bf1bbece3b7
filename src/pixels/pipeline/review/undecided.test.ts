import { expect, test } from 'vitest';
import type { Layer } from '../plane/layer.ts';
import { shownShare, undecidedShare } from './undecided.ts';

const picture = { widthPx: 800, heightPx: 500 };
/** A fifth of the picture. */
const region = { leftPx: 100, topPx: 50, widthPx: 400, heightPx: 200 };

/** A matte of one alpha over a part of the picture. */
const layerOf = (alpha: number): Layer => ({
  plane: { widthPx: 80, heightPx: 40, samples: new Uint8Array(80 * 40).fill(alpha) },
  region,
  outside: 0,
});

test('what a matte of a part shows, or leaves undecided, is a share of the whole picture', () => {
  expect([shownShare(layerOf(255), picture), undecidedShare(layerOf(255), picture)]).toEqual([0.2, 0]);
  expect(shownShare(layerOf(0), picture)).toBe(0);
  expect(undecidedShare(layerOf(100), picture)).toBeCloseTo(0.2);
});
