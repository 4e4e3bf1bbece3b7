/** Distances from the truth, on small maps that one can count by hand. */
import { describe, expect, test } from 'vitest';
import { degreesApart, gradientError, measure } from './metrics.ts';
import type { KnownCar, ValueMap } from './truth.ts';

const side = 20;

function map(value: (x: number, y: number) => number): ValueMap {
  const values = Float32Array.from({ length: side * side }, (_, pixel) =>
    value(pixel % side, Math.floor(pixel / side)),
  );
  return { widthPx: side, heightPx: side, values };
}

const inside = (x: number, y: number) => x >= 5 && x < 15 && y >= 5 && y < 15;
const car: KnownCar = {
  name: 'square',
  group: 'alone',
  file: Buffer.alloc(0),
  silhouette: map((x, y) => Number(inside(x, y))),
  glass: map((x, y) => Number(inside(x, y) && y < 8)),
  opacity: map((x, y) => (inside(x, y) && y < 8 ? 0.5 : 1)),
  undecided: null,
  azimuth: 350,
  elevation: 5,
};
const right = {
  closed: car.silhouette,
  opened: map((x, y) => (inside(x, y) ? (y < 8 ? 0.5 : 1) : 0)),
  azimuth: 350,
  elevation: 5,
};

describe('an answer', () => {
  test('that is right has no errors', () => {
    expect(measure(car, right)).toEqual({
      iou: 1,
      whole: 1,
      alone: 1,
      whole_and_alone: 1,
      sad_thousands: 0,
      mse: 0,
      gradient_error_thousands: 0,
      opacity_error_in_glass: 0,
      opacity_error_see_through: 0,
      opened_share_of_glass: 0.5,
      opened_body: 0,
      azimuth_error: 0,
      within_30: 1,
      elevation_error: 0,
    });
  });

  test('with a neighbour is whole and not alone; with a bite it is alone and not whole', () => {
    const neighbour = map((x, y) => Number(inside(x, y) || (x >= 15 && y > 10)));
    expect(measure(car, { ...right, closed: neighbour })).toMatchObject({ whole: 1, alone: 0, whole_and_alone: 0 });
    const bite = map((x, y) => Number(inside(x, y) && !(x < 8 && y < 8)));
    expect(measure(car, { ...right, closed: bite })).toMatchObject({ whole: 0, alone: 1, iou: 0.91 });
  });

  test('that opens the body has other figures than one that leaves glass closed', () => {
    const wrong = measure(car, { ...right, opened: map((x, y) => (inside(x, y) ? (y < 8 ? 1 : 0.5) : 0)) });
    expect(wrong).toMatchObject({ opened_body: 1, opened_share_of_glass: 0, opacity_error_see_through: 0.5 });
  });
});

test('directions are apart around the circle', () => {
  expect(degreesApart(350, 10)).toBe(20);
  expect(degreesApart(10, 350)).toBe(20);
  expect(degreesApart(0, 180)).toBe(180);
});

test('the gradient error of a ramp of 0.1 a pixel against nothing is a hundredth a pixel', () => {
  const flat = map(() => 0);
  const ramp = map((x) => x / 10);
  expect(gradientError(ramp, flat) / (side * side)).toBeLessThan(0.01);
  expect(gradientError(ramp, flat) / (side * side)).toBeGreaterThan(0.007);
});
