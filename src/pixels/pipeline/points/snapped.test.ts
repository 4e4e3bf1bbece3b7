import { describe, expect, test } from 'vitest';
import { generator } from '../../../../testing/random.ts';
import { atOnce } from '../../bounds/shared-thread.ts';
import { snapped } from './snapped.ts';

const size = { widthPx: 160, heightPx: 120 };
type Rgb = readonly [number, number, number];
const [red, green]: readonly Rgb[] = [
  [200, 40, 40],
  [40, 160, 60],
];
/** The subject begins at this row; below it everything is red. */
const edge = 60;
const below = (row: number) => pixels((y) => (y >= row ? 1 : 0));
const everywhere = pixels(() => 1);
const nothing = pixels(() => 0);

function pixels(value: (y: number, x: number) => number): Uint8Array {
  return Uint8Array.from({ length: size.widthPx * size.heightPx }, (_, at) =>
    value(Math.floor(at / size.widthPx), at % size.widthPx),
  );
}

/** A picture of two colours with noise, so many to each side. */
function photoOf(top: Rgb, bottom: Rgb, noise: number): Uint8Array {
  const next = generator(7);
  return Uint8Array.from({ length: size.widthPx * size.heightPx * 3 }, (_, at) => {
    const colour = Math.floor(at / 3 / size.widthPx) >= edge ? bottom : top;
    return Math.min(255, Math.max(0, colour[at % 3] + (next() - 0.5) * 2 * noise));
  });
}

/** A mask with its edges moved to where those of a photo are. */
function movedTo(mask: Uint8Array, open: Uint8Array, photo: Uint8Array): Uint8Array {
  return atOnce(snapped(mask, { open, taken: nothing, colours: photo }, size));
}

/** The mean row at which a mask begins. */
function edgeOf(mask: Uint8Array): number {
  return (mask.length - mask.reduce((sum, is) => sum + is, 0)) / size.widthPx;
}

describe('an edge of a mask', () => {
  test.each([-8, -4, 0, 4, 8])('%i pixels beside one of the picture goes there', (away) => {
    for (const noise of [0, 20]) {
      const found = movedTo(below(edge + away), everywhere, photoOf(green, red, noise));
      expect(Math.abs(edgeOf(found) - edge), `with noise of ${noise}`).toBeLessThanOrEqual(0.5);
    }
  });

  test('stays where colours on both sides are alike', () => {
    const found = movedTo(below(edge + 6), everywhere, photoOf(green, green, 20));
    expect(Math.abs(edgeOf(found) - edge - 6)).toBeLessThan(0.5);
  });

  test('stays where it may not move, and far from edges everything does', () => {
    const left = pixels((_, x) => (x < 80 ? 1 : 0));
    const found = movedTo(below(edge + 6), left, photoOf(green, red, 0));
    const at = (x: number, y: number) => found[y * size.widthPx + x];
    expect([at(40, edge + 2), at(120, edge + 2)]).toEqual([1, 0]);
    const wrong = movedTo(below(edge + 20), everywhere, photoOf(green, red, 0));
    expect(edgeOf(wrong)).toBeGreaterThan(edge + 10);
  });

  test('around what is thinner than it may move goes to where the colours of its middle end', () => {
    const isBar = (y: number, from: number) => y >= from && y < from + 10;
    const colours = pixels((y) => (isBar(y, 60) ? 1 : 0));
    const photo = Uint8Array.from(
      { length: colours.length * 3 },
      (_, at) => (colours[Math.floor(at / 3)] === 1 ? red : green)[at % 3],
    );
    const found = movedTo(
      pixels((y) => (isBar(y, 63) ? 1 : 0)),
      everywhere,
      photo,
    );
    expect(found).toEqual(colours);
  });

  test('of something coarse is not frayed: light and dark hairs are one side', () => {
    const next = generator(3);
    const hairPx = 5;
    const hairs = Array.from({ length: size.widthPx * size.heightPx }, () => (next() < 0.4 ? 25 : 110 + next() * 60));
    const photo = Uint8Array.from({ length: size.widthPx * size.heightPx * 3 }, (_, at) => {
      const [x, y] = [Math.floor(at / 3) % size.widthPx, Math.floor(Math.floor(at / 3) / size.widthPx)];
      return y < edge ? 25 : hairs[Math.floor(y / hairPx) * size.widthPx + Math.floor(x / hairPx)];
    });
    const found = movedTo(below(edge + 3), everywhere, photo);
    const turns = found.reduce(
      (sum, is, at) => sum + (at >= size.widthPx && is !== found[at - size.widthPx] ? 1 : 0),
      0,
    );
    // Once in a column would be a straight one.
    expect(turns / size.widthPx).toBeLessThan(1.3);
  });
});
