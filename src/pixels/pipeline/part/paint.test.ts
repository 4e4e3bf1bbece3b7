import { describe, expect, it } from 'vitest';
import { paintedOver } from './paint.ts';

const side = 24;
/** A sky that grows lighter to the right, and a red square before it. */
const isSquare = (cell: number) => {
  const [x, y] = [cell % side, Math.floor(cell / side)];
  return x >= 8 && x < 16 && y >= 6 && y < 18;
};
const sky = (cell: number) => [40 + 4 * (cell % side), 100, 200];
const colours = Uint8Array.from(
  Array.from({ length: side * side }, (_, cell) => (isSquare(cell) ? [250, 0, 0] : sky(cell))).flat(),
);
const hidden = Uint8Array.from({ length: side * side }, (_, cell) => (isSquare(cell) ? 1 : 0));

describe('what is painted over', () => {
  it('goes on as what is around it does', () => {
    const painted = paintedOver(colours, hidden, side);
    for (let cell = 0; cell < side * side; cell++) {
      sky(cell).forEach((value, channel) => {
        expect(Math.abs(painted[cell * 3 + channel] - value), `${cell}`).toBeLessThanOrEqual(1);
      });
    }
  });

  it('leaves the rest as it was, at the frame too', () => {
    const half = hidden.map((_, cell) => (cell % side < side / 4 ? 1 : 0));
    const painted = paintedOver(colours, half, side);
    for (let at = 0; at < painted.length; at++) if (!half[Math.floor(at / 3)]) expect(painted[at]).toBe(colours[at]);
    const [left, seen] = [painted.subarray(0, 3), sky(side / 4)];
    expect(left.every((value, channel) => Math.abs(value - seen[channel]) < 8)).toBe(true);
  });

  it('is nothing where nothing is seen', () => {
    expect(paintedOver(colours, hidden.fill(1), side)).toBe(colours);
  });
});
