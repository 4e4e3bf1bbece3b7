/** Which detections are vehicles, and which one is meant. */
import { describe, expect, test } from 'vitest';
import { detections, largestVehicle, otherVehicles, vehicleInBox } from './choose.ts';

/** Rows of a box and the scores of car, motorcycle, bus and truck. */
function decode(...rows: readonly (readonly [box: readonly number[], scores: readonly number[]])[]) {
  const boxes = Float32Array.from(rows.flatMap(([box]) => box));
  return detections(boxes, Float32Array.from(rows.flatMap(([, scores]) => scores)));
}

describe('what the detector saw', () => {
  test('is what reaches the floor of its class', () => {
    const box = [0.1, 0.1, 0.5, 0.5];
    expect(decode([box, [0.24, 0, 0, 0]])).toEqual([]);
    expect(decode([box, [0, 0.49, 0, 0]])).toEqual([]);
    expect(decode([box, [0.26, 0, 0, 0]])).toHaveLength(1);
    expect(decode([box, [0, 0.51, 0, 0]])).toHaveLength(1);
  });

  test('never reaches beyond the picture, and has an area', () => {
    const [found] = decode([
      [-0.2, 0.1, 0.5, 1.3],
      [0.9, 0, 0, 0],
    ]);
    expect(found.box).toEqual({ left: 0, top: expect.closeTo(0.1), right: 0.5, bottom: 1 });
    expect(
      decode([
        [0.5, 0.5, 0.5, 0.9],
        [0.9, 0, 0, 0],
      ]),
    ).toEqual([]);
  });
});

describe('the vehicle in a box', () => {
  const box = (left: number, right: number) => ({ left, top: 0, right, bottom: 1 });
  const found = [
    { box: box(0, 0.6), score: 0.9 },
    { box: box(0.4, 0.5), score: 0.3 },
  ];

  test('is the one that fits it best, small as it may be', () => {
    expect(vehicleInBox(found, box(0.38, 0.52))).toEqual(box(0.4, 0.5));
    expect(vehicleInBox(found, box(0, 0.5))).toEqual(box(0, 0.6));
  });

  test('is none where none overlaps it', () => {
    expect(vehicleInBox(found, box(0.7, 1))).toBeNull();
    expect(vehicleInBox([], box(0, 1))).toBeNull();
  });
});

describe('the largest vehicle', () => {
  const box = (left: number, right: number) => ({ left, top: 0, right, bottom: 1 });

  test('is the larger of two with high scores', () => {
    const found = [
      { box: box(0, 0.2), score: 0.9 },
      { box: box(0.3, 0.8), score: 0.85 },
    ];
    expect(largestVehicle(found)).toEqual(box(0.3, 0.8));
  });

  test('is not a faint box over half the road', () => {
    const found = [
      { box: box(0, 0.3), score: 0.8 },
      { box: box(0, 1), score: 0.3 },
    ];
    expect(largestVehicle(found)).toEqual(box(0, 0.3));
  });

  test('is no speck', () => {
    const speck = { box: { left: 0.1, top: 0.1, right: 0.2, bottom: 0.24 }, score: 0.9 };
    expect(largestVehicle([speck])).toBeNull();
    expect(largestVehicle([{ ...speck, box: { ...speck.box, bottom: 0.26 } }])).not.toBeNull();
  });

  test('is none where none was seen', () => expect(largestVehicle([])).toBeNull());
});

describe('other vehicles', () => {
  const car = { left: 0.1, top: 0.1, right: 0.5, bottom: 0.5 };

  test('are not the same one by another class: a pickup is car and truck', () => {
    const truck = { ...car, left: 0.11, bottom: 0.52 };
    const found = [
      { box: car, score: 0.6 },
      { box: truck, score: 0.7 },
    ];
    expect(largestVehicle(found)).toEqual(truck);
    expect(otherVehicles(found, truck)).toEqual([]);
  });

  test('overlap it by little, each once, however small', () => {
    const near = { ...car, left: 0.4, right: 0.8 };
    const again = { ...near, right: 0.81 };
    const far = { left: 0.9, top: 0.1, right: 0.95, bottom: 0.15 };
    const found = [car, near, again, far].map((box, at) => ({ box, score: 0.9 - at / 10 }));
    expect(otherVehicles(found, car)).toEqual([near, far]);
  });
});
