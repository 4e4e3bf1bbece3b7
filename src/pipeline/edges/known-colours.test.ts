/** Where the colours of both sides are known. */
import { expect, test } from 'vitest';
import { knownColours } from './known-colours.ts';

/** Background on the left fifth of a wide strip, `value` on the rest. */
function strip(value: number) {
  const [widthPx, heightPx] = [100, 5];
  const samples = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 20 ? 0 : value));
  const known = knownColours({ widthPx, heightPx, samples });
  return (x: number) => known[2 * widthPx + x];
}

test('beside the background colours are known, whatever alpha is', () => {
  for (const alpha of [20, 128, 250]) {
    const known = strip(alpha);
    for (const x of [0, 20, 31]) expect(known(x)).toBe(255);
  }
});

test('what is nearly opaque far from it is rather the subject', () => {
  const known = strip(220);
  expect(known(43)).toBeGreaterThan(120);
  expect(known(43)).toBeLessThan(136);
  for (const x of [56, 99]) expect(known(x)).toBe(0);
});

test('what one sees through is known anywhere', () => {
  const known = strip(120);
  for (const x of [20, 56, 99]) expect(known(x)).toBe(255);
  expect(strip(175)(99)).toBe(128);
});

test.each([
  [0, 255],
  [100, 255],
  [255, 0],
])('a picture of %i alone', (alpha, known) => {
  const all = knownColours({ widthPx: 3, heightPx: 4, samples: new Uint8Array(12).fill(alpha) });
  expect([...all]).toEqual(new Array(12).fill(known));
});

test('distance is the same from all sides', () => {
  const side = 81;
  const samples = new Uint8Array(side * side).fill(255);
  samples[40 * side + 40] = 0;
  const known = knownColours({ widthPx: side, heightPx: side, samples });
  const at = (x: number, y: number) => known[(40 + y) * side + 40 + x];
  for (const [x, y] of [
    [20, 0],
    [14, 9],
    [30, 5],
  ]) {
    const all = [at(x, y), at(-x, y), at(x, -y), at(-x, -y), at(y, x), at(-y, x), at(y, -x), at(-y, -x)];
    expect(new Set(all).size).toBe(1);
  }
  expect(at(20, 0)).toBe(170);
});
