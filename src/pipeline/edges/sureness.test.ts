import { expect, test } from 'vitest';
import { sureShares } from './sureness.ts';

/** Background on the left fifth of a wide strip, `value` on the rest. */
function strip(value: number) {
  const [widthPx, heightPx] = [100, 5];
  const alpha = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 20 ? 0 : value));
  const sure = sureShares({ widthPx, heightPx, alpha });
  return (x: number) => sure[2 * widthPx + x];
}

test('beside the background colours are sure, whatever alpha is', () => {
  for (const alpha of [20, 128, 250]) {
    const sure = strip(alpha);
    for (const x of [0, 20, 31]) expect(sure(x)).toBe(255);
  }
});

test('what is nearly opaque far from it is rather the subject', () => {
  const sure = strip(220);
  expect(sure(43)).toBeGreaterThan(120);
  expect(sure(43)).toBeLessThan(136);
  for (const x of [56, 99]) expect(sure(x)).toBe(0);
});

test('what one sees through is sure anywhere', () => {
  const sure = strip(120);
  for (const x of [20, 56, 99]) expect(sure(x)).toBe(255);
  expect(strip(175)(99)).toBe(128);
});

test.each([
  [0, 255],
  [100, 255],
  [255, 0],
])('a picture of %i alone', (alpha, sure) => {
  const all = sureShares({ widthPx: 3, heightPx: 4, alpha: new Uint8Array(12).fill(alpha) });
  expect([...all]).toEqual(new Array(12).fill(sure));
});

test('distance is the same from all sides', () => {
  const side = 81;
  const alpha = new Uint8Array(side * side).fill(255);
  alpha[40 * side + 40] = 0;
  const sure = sureShares({ widthPx: side, heightPx: side, alpha });
  const at = (x: number, y: number) => sure[(40 + y) * side + 40 + x];
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
