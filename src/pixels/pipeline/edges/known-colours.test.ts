/** Where the colours of both sides are known. */
import { describe, expect, test } from 'vitest';
import { knownColours } from './known-colours.ts';

const [widthPx, heightPx] = [200, 40];

/** Background on the left, subject on the right, a ramp of so many pixels between them that begins at 60. */
function edge(softPx: number, top = 255) {
  const samples = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => {
    const x = at % widthPx;
    if (x >= 160) return 255;
    return top * Math.min(1, Math.max(0, (x - 60) / softPx));
  });
  const known = knownColours({ widthPx, heightPx, samples });
  return (x: number) => known[20 * widthPx + x];
}

describe('both colours are known', () => {
  test.each([1, 4, 8])('all over an edge that is soft over %i pixels', (softPx) => {
    const known = edge(softPx);
    for (let x = 60; x < 60 + softPx; x++) expect(known(x)).toBe(255);
  });

  test('less where it is wider, and not where it is haze', () => {
    const at = [12, 18, 24, 40].map((softPx) => edge(softPx)(60 + softPx / 2));
    expect(at[1]).toBeLessThan(at[0]);
    expect(at[2]).toBeLessThan(at[1]);
    expect(at[3]).toBe(0);
  });

  test('not inside of something half transparent, nor where no subject is near', () => {
    const known = edge(4, 140);
    for (const x of [110, 130]) expect(known(x)).toBe(0);
    expect(known(63)).toBe(0);
  });

  test('not where nearly all that is seen is unknown, however steep it is', () => {
    const stripes = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => ((at % widthPx) % 8 < 4 ? 20 : 200));
    stripes.fill(255, 0, widthPx);
    expect(knownColours({ widthPx, heightPx, samples: stripes }).every((value) => value === 0)).toBe(true);
  });

  test.each([0, 100, 255])('not in a picture of %i alone', (alpha) => {
    const all = knownColours({ widthPx: 3, heightPx: 4, samples: new Uint8Array(12).fill(alpha) });
    expect([...all]).toEqual(new Array(12).fill(0));
  });
});

test('it is the same from all sides', () => {
  const side = 81;
  const samples = Uint8Array.from({ length: side * side }, (_, at) => {
    const away = Math.max(Math.abs((at % side) - 40), Math.abs(Math.floor(at / side) - 40));
    return 255 * Math.min(1, Math.max(0, (24 - away) / 14));
  });
  const known = knownColours({ widthPx: side, heightPx: side, samples });
  const at = (x: number, y: number) => known[(40 + y) * side + 40 + x];
  for (const [x, y] of [
    [17, 0],
    [14, 9],
    [19, 5],
  ]) {
    const all = [at(x, y), at(-x, y), at(x, -y), at(-x, -y), at(y, x), at(-y, x), at(y, -x), at(-y, -x)];
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toBeGreaterThan(0);
  }
});
