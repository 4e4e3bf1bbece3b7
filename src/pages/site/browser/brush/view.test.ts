import { describe, expect, test } from 'vitest';
import { fittingView, movedView, pictureAt, resizedView, viewWith, zoomedView } from './view.ts';

const canvas = { widthPx: 1000, heightPx: 500 };
const large = { widthPx: 6000, heightPx: 4000 };

describe('a picture that fits', () => {
  test('is in the middle, with a margin', () => {
    const view = fittingView(canvas, large);
    expect(view.scale).toBeCloseTo(0.12);
    expect(view.top).toBeCloseTo(10);
    expect(view.left).toBeCloseTo(140);
  });

  test('fills the canvas where it is small, until single pixels are large', () => {
    expect(fittingView(canvas, { widthPx: 100, heightPx: 100 }).scale).toBeCloseTo(4.8);
    expect(fittingView(canvas, { widthPx: 4, heightPx: 4 })).toMatchObject({ scale: 20, left: 460, top: 210 });
  });
});

describe('zooming', () => {
  test('keeps the place under the pointer', () => {
    const view = zoomedView(fittingView(canvas, large), large, 1, 300, 200);
    const before = pictureAt(fittingView(canvas, large), 300, 200);
    const after = pictureAt(view, 300, 200);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  test('ends at single pixels, and at half of what fits', () => {
    const view = fittingView(canvas, large);
    expect(zoomedView(view, large, 1000, 0, 0).scale).toBe(20);
    expect(zoomedView(view, large, 0, 0, 0).scale).toBeCloseTo(0.06);
  });
});

test('a picture cannot be moved away', () => {
  const view = zoomedView(fittingView(canvas, large), large, 1, 500, 250);
  expect(movedView(view, large, 1e6, 1e6)).toMatchObject({ left: 500, top: 250 });
  expect(movedView(view, large, -1e6, -1e6)).toMatchObject({ left: 500 - 6000, top: 250 - 4000 });
});

test('a canvas of another size shows the same middle', () => {
  const view = zoomedView(fittingView(canvas, large), large, 1, 500, 250);
  const wider = resizedView(view, large, { widthPx: 1400, heightPx: 700 });
  expect(pictureAt(wider, 700, 350)).toEqual(pictureAt(view, 500, 250));
});

test('a place is brought onto the canvas by as little as it takes', () => {
  const view = zoomedView(fittingView(canvas, large), large, 1, 500, 250);
  const { x, y } = pictureAt(view, 500, 250);
  expect(viewWith(view, large, x, y, 50)).toBe(view);
  const moved = viewWith(view, large, x + 600, y, 50);
  expect(moved.left).toBeCloseTo(view.left - 150);
  expect(moved.top).toBe(view.top);
});
