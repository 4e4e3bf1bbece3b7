import { describe, expect, test } from 'vitest';
import type { Plane } from '../plane/plane.ts';
import { mixPasses } from './mix.ts';

function flat(side: number, value: number): Plane {
  return { widthPx: side, heightPx: side, samples: new Uint8Array(side * side).fill(value) };
}

/** Shares that are the same everywhere. */
function shares(low: number, nothing: number, everything: number, side = 4) {
  return { low: flat(side, low), nothing: flat(side, nothing), everything: flat(side, everything) };
}

describe('two passes, mixed', () => {
  test('are the first one where nothing else is blended, the very object', () => {
    const first = flat(8, 77);
    expect(mixPasses(first, flat(4, 200), shares(0, 0, 0))).toBe(first);
  });

  test.each([
    ['the low pass', shares(255, 0, 0), 200],
    ['nothing', shares(0, 255, 0), 0],
    ['everything', shares(0, 0, 255), 255],
    ['a fifth of each but the first', shares(51, 51, 51), Math.round((80 * 102 + 200 * 51) / 255 + 51)],
  ])('are %s where its share says so', (_, taken, alpha) => {
    const mixed = mixPasses(flat(8, 80), flat(4, 200), taken);
    expect([...new Set(mixed.samples)]).toEqual([alpha]);
    expect(mixed).toMatchObject({ widthPx: 8, heightPx: 8 });
  });

  test.each([
    ['above', shares(1, 0, 255), 0, 255],
    ['below', shares(0, 255, 1), 255, 0],
  ])('stay within bytes where shares were rounded %s 255', (_, taken, opacity, alpha) => {
    expect([...new Set(mixPasses(flat(8, opacity), flat(4, 255), taken).samples)]).toEqual([alpha]);
  });

  test('leave the full pass as it was', () => {
    const first = flat(8, 80);
    mixPasses(first, flat(4, 200), shares(255, 0, 0));
    expect([...new Set(first.samples)]).toEqual([80]);
  });

  test('go over from one to the other between two places, with half-pixel centres', () => {
    const everything = { widthPx: 2, heightPx: 1, samples: Uint8Array.of(0, 255) };
    const none = { widthPx: 2, heightPx: 1, samples: Uint8Array.of(0, 0) };
    const first = { widthPx: 8, heightPx: 1, samples: new Uint8Array(8) };
    const { samples } = mixPasses(first, flat(2, 0), { low: none, nothing: none, everything });
    expect([...samples]).toEqual([0, 0, 32, 96, 159, 223, 255, 255]);
  });

  test('read the low pass between its samples', () => {
    const low = { widthPx: 1, heightPx: 2, samples: Uint8Array.of(0, 200) };
    const first = { widthPx: 1, heightPx: 4, samples: new Uint8Array(4) };
    expect([...mixPasses(first, low, shares(255, 0, 0)).samples]).toEqual([0, 50, 150, 200]);
  });
});
