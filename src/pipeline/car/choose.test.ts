/** Which detections are vehicles, and which one is meant. */
import { describe, expect, test } from 'vitest';
import { detections, largestVehicle } from './choose.ts';

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

  test('is one vehicle where a pickup is car and truck', () => {
    const found = decode(
      [
        [0.1, 0.1, 0.5, 0.5],
        [0.6, 0, 0, 0],
      ],
      [
        [0.11, 0.1, 0.5, 0.52],
        [0, 0, 0, 0.7],
      ],
    );
    expect(found).toHaveLength(1);
    expect(found[0].score).toBeCloseTo(0.7);
  });

  test('is two vehicles where they overlap by little', () => {
    expect(
      decode(
        [
          [0.1, 0.1, 0.5, 0.5],
          [0.6, 0, 0, 0],
        ],
        [
          [0.4, 0.1, 0.8, 0.5],
          [0.6, 0, 0, 0],
        ],
      ),
    ).toHaveLength(2);
  });

  test('never reaches beyond the picture, and is no speck', () => {
    const [found] = decode([
      [-0.2, 0.1, 0.5, 1.3],
      [0.9, 0, 0, 0],
    ]);
    expect(found.box).toEqual({ left: 0, top: expect.closeTo(0.1), right: 0.5, bottom: 1 });
    expect(
      decode([
        [0.1, 0.1, 0.2, 0.2],
        [0.9, 0, 0, 0],
      ]),
    ).toEqual([]);
    expect(
      decode([
        [0.5, 0.5, 0.5, 0.9],
        [0.9, 0, 0, 0],
      ]),
    ).toEqual([]);
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

  test('is none where none was seen', () => expect(largestVehicle([])).toBeNull());
});
