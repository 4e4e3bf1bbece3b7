/** How soft edges of several widths are. */
import { describe, expect, test } from 'vitest';
import { findBand } from './band.ts';
import { softnessOf } from './softness.ts';

/** A matte whose alpha rises from left to right over `ramp` pixels around its middle. */
function edge(ramp: number, [widthPx, heightPx] = [64, 40]) {
  const rising = (x: number) => 255 * Math.min(1, Math.max(0, (x + 0.5 - widthPx / 2) / ramp + 0.5));
  return {
    widthPx,
    heightPx,
    samples: Uint8Array.from({ length: widthPx * heightPx }, (_, at) => rising(at % widthPx)),
  };
}

function softest(ramp: number): number {
  const { samples } = softnessOf(edge(ramp));
  return samples[20 * 64 + 32];
}

describe('an edge', () => {
  test.each([1, 2, 4])('of %i pixels is a smooth outline', (ramp) => expect(softest(ramp)).toBe(0));
  test('of 7 is between', () => {
    expect(softest(7)).toBeGreaterThan(0);
    expect(softest(7)).toBeLessThan(255);
  });
  test.each([12, 30])('of %i pixels is soft', (ramp) => expect(softest(ramp)).toBe(255));
});

test('rows and columns are alike', () => {
  const lying = edge(12, [50, 50]);
  const upright = {
    ...lying,
    samples: lying.samples.map((_, at) => lying.samples[(at % 50) * 50 + Math.floor(at / 50)]),
  };
  const [a, b] = [softnessOf(lying).samples, softnessOf(upright).samples];
  expect([...b]).toEqual([...a].map((_, at) => a[(at % 50) * 50 + Math.floor(at / 50)]));
});

test('beyond the border nothing is soft: a corner of haze counts for a quarter and a little', () => {
  const haze = softnessOf({ widthPx: 40, heightPx: 30, samples: new Uint8Array(1200).fill(100) }).samples;
  expect([haze[0], haze[20], haze[15 * 40 + 20]]).toEqual([0, 160, 255]);
});

describe('the wide part of a band', () => {
  const part = (ramp: number) => {
    const matte = edge(ramp);
    return findBand(matte, softnessOf(matte));
  };
  test('is nothing of a smooth outline', () => expect(part(3)).toBeNull());
  test('is the middle of a soft edge', () => {
    const found = part(14);
    expect(found).toMatchObject({ columns: 65, rows: 41 });
    const row = found?.unknown.subarray(20 * 65, 21 * 65) ?? [];
    expect([row[0], row[32], row[64]]).toEqual([0, 255, 0]);
  });
});
