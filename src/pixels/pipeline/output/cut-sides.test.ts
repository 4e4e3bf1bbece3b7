import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { PhotoEdges } from './cut-sides.ts';
import { subjectBox } from './subject-box.ts';
import { rowsOf } from './testing/rows.ts';

const [wide, high] = [200, 150];

/** Names of the sides on which a matte is cut: of its grey pixels, and of the same as a cutout's alpha. */
function cutSidesOf(grey: Uint8Array, widthPx = wide, heightPx = high): string {
  const [ofMatte, ofCutout] = ([1, 4] as const).map((channels) => {
    const samples = Uint8Array.from({ length: grey.length * channels }, (_, at) =>
      at % channels === channels - 1 ? grey[Math.floor(at / channels)] : 200,
    );
    const rows = rowsOf(widthPx, heightPx, channels, samples);
    const edges = new PhotoEdges(rows);
    atOnce(subjectBox(rows, [edges]));
    return Object.entries(edges.cutSides).flatMap(([side, isCut]) => (isCut ? side : []));
  });
  expect(ofMatte).toEqual(ofCutout);
  return ofMatte.join();
}

function painted(alpha: number, pixels: readonly (readonly [x: number, y: number])[]): Uint8Array {
  const grey = new Uint8Array(wide * high);
  for (const [x, y] of pixels) grey[y * wide + x] = alpha;
  return grey;
}
const across = (y: number, count: number) => Array.from({ length: count }, (_, at) => [7 + 3 * at, y] as const);
const down = (x: number, count: number) => Array.from({ length: count }, (_, at) => [x, 9 + 2 * at] as const);

describe('a subject is cut', () => {
  it.each([
    ['top', across(0, 4), across(0, 3)],
    ['bottom', across(high - 1, 4), across(high - 1, 3)],
    ['left', down(0, 3), down(0, 2)],
    ['right', down(wide - 1, 3), down(wide - 1, 2)],
  ])('at the %s from 2 % of it on', (side, enough, less) => {
    expect(cutSidesOf(painted(128, enough))).toBe(side);
    expect(cutSidesOf(painted(255, less))).toBe('');
    expect(cutSidesOf(painted(127, enough))).toBe('');
  });

  it('nowhere where it stops a pixel before', () => {
    const inside = [...across(1, 40), ...across(high - 2, 40), ...down(1, 40), ...down(wide - 2, 40)];
    expect(cutSidesOf(painted(255, inside))).toBe('');
  });

  it('on all sides where it is all there is, of one pixel too', () => {
    expect(cutSidesOf(new Uint8Array(wide * high).fill(128))).toBe('top,right,bottom,left');
    expect(cutSidesOf(Uint8Array.of(200), 1, 1)).toBe('top,right,bottom,left');
  });

  it('on a side of any length from the first pixel on that is 2 % of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (side) => {
        const least = Math.ceil(side / 50);
        const strip = (count: number) => new Uint8Array(2 * side).fill(255, 0, count);
        expect(cutSidesOf(strip(least), side, 2)).toContain('top');
        expect(cutSidesOf(strip(least - 1), side, 2)).not.toContain('top');
      }),
      { numRuns: 50 },
    );
  });
});
