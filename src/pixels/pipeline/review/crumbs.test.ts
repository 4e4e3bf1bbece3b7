import { expect, test } from 'vitest';
import { crumbShare } from './crumbs.ts';

/** A matte of 100 × 100 with rectangles. */
function matteOf(
  ...all: readonly (readonly [left: number, top: number, width: number, height: number, alpha?: number])[]
) {
  const samples = new Uint8Array(100 * 100);
  for (const [left, top, width, height, alpha = 255] of all) {
    for (let y = top; y < top + height; y++) samples.fill(alpha, y * 100 + left, y * 100 + left + width);
  }
  return { widthPx: 100, heightPx: 100, samples };
}
const body = [0, 0, 40, 40] as const;

test('pieces below a twentieth of the largest are crumbs', () => {
  expect(crumbShare(matteOf(body))).toBe(0);
  expect(crumbShare(matteOf(body, [60, 60, 8, 8]))).toBeCloseTo(64 / 1664);
  expect(crumbShare(matteOf(body, [60, 60, 9, 9]))).toBe(0);
});

test('a cloud beside the subject is one, whatever its size, down to a tenth', () => {
  expect(crumbShare(matteOf(body, [60, 60, 20, 20, 100]))).toBeCloseTo(400 / 1600);
  expect(crumbShare(matteOf(body, [60, 60, 20, 20, 24]))).toBe(0);
});

test('what is thinner than three pixels is none, and no more what a faint line joins to the subject', () => {
  expect(crumbShare(matteOf(body, [60, 20, 2, 60], [10, 60, 60, 2]))).toBe(0);
  expect(crumbShare(matteOf(body, [60, 20, 3, 9]))).toBeGreaterThan(0);
  expect(crumbShare(matteOf(body, [40, 24, 20, 1, 30], [60, 20, 3, 9]))).toBe(0);
});

test('many things of a size are none', () => {
  const grid = Array.from({ length: 100 }, (_, at) => [(at % 10) * 10, Math.floor(at / 10) * 10, 5, 5] as const);
  expect(crumbShare(matteOf(...grid))).toBe(0);
});

test('there are none where there is no subject', () => {
  expect(crumbShare(matteOf([10, 10, 20, 20, 100]))).toBe(0);
  expect(crumbShare(matteOf())).toBe(0);
});
