import { describe, expect, test } from 'vitest';
import { common, TileGrid, tilePx } from './tiles.ts';

test.each([
  [1, 1, 1],
  [tilePx, tilePx, 1],
  [tilePx + 1, tilePx, 2],
  [6000, 4000, 96],
])('%i × %i pixels are %i tiles, which hold each pixel once', (widthPx, heightPx, count) => {
  const { tiles } = new TileGrid(widthPx, heightPx);
  expect(tiles.length).toBe(count);
  expect(tiles.reduce((sum, tile) => sum + tile.widthPx * tile.heightPx, 0)).toBe(widthPx * heightPx);
  expect(Math.max(...tiles.map((tile) => Math.max(tile.widthPx, tile.heightPx)))).toBeLessThanOrEqual(2048);
});

test('a pixel is in the tile that says so', () => {
  const grid = new TileGrid(1300, 700);
  for (const [x, y] of [
    [0, 0],
    [511, 511],
    [512, 511],
    [1299, 699],
  ]) {
    const { left, top, right, bottom } = grid.at(x, y);
    expect([left <= x, top <= y, right > x, bottom > y]).toEqual([true, true, true, true]);
  }
});

test('tiles are touched by what reaches into them, not by what ends at their side', () => {
  const grid = new TileGrid(1300, 700);
  const indices = (left: number, top: number, right: number, bottom: number) =>
    grid.touched({ left, top, right, bottom }).map(({ index }) => index);
  expect(indices(0, 0, 512, 512)).toEqual([0]);
  expect(indices(511, 511, 513, 513)).toEqual([0, 1, 3, 4]);
  expect(indices(-50, -50, 0, 0)).toEqual([]);
});

describe('what two rectangles have in common', () => {
  const one = { left: 0, top: 0, right: 10, bottom: 10 };
  test.each([
    [
      { left: 5, top: 5, right: 20, bottom: 20 },
      { left: 5, top: 5, right: 10, bottom: 10 },
    ],
    [{ left: 10, top: 0, right: 20, bottom: 10 }, null],
  ])('%j', (other, expected) => {
    expect(common(one, other)).toEqual(expected);
  });
});
