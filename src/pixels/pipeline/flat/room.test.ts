import { describe, expect, test } from 'vitest';
import { cutBytes, fitsWindow } from './room.ts';

const mebibyte = 1024 * 1024;

describe('the memory of a cut by colour', () => {
  test('is largest where every pixel is a cell', () => {
    const square = cutBytes({ widthPx: 1448, heightPx: 1448 });
    expect(square / mebibyte).toBeGreaterThan(20);
    expect(cutBytes({ widthPx: 1449, heightPx: 1449 })).toBeLessThan(square / 2);
    expect(cutBytes({ widthPx: 10_900, heightPx: 192 }) / mebibyte).toBeLessThanOrEqual(30);
  });

  test('is none of a small picture, whose networks are not asked', () => {
    expect(cutBytes({ widthPx: 500, heightPx: 400 })).toBe(0);
  });

  test('is none of a picture that is too wide for a window, which is not cut', () => {
    expect([fitsWindow({ widthPx: 10_900 }), fitsWindow({ widthPx: 12_000 })]).toEqual([true, false]);
    expect(cutBytes({ widthPx: 12_000, heightPx: 100 })).toBe(0);
  });
});
