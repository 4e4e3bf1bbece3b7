import { expect, test } from 'vitest';
import type { Stroke } from '../brush/repaint.ts';
import { type MendStep, pointsAmong, strokesAmong, withoutPoints } from './mend-steps.ts';
import type { Click } from './points.ts';

const points: readonly Click[] = [
  { kind: 'keep', x: 1, y: 1 },
  { kind: 'drop', x: 2, y: 2 },
];
const stroke: Stroke = { brush: { tool: 'erase', hardness: 1, followsEdges: false }, dabs: [] };
const steps: readonly MendStep[] = [
  { kind: 'point', point: points[0] },
  { kind: 'stroke', stroke },
  { kind: 'point', point: points[1] },
];

test('clicks and strokes are one list, and each kind keeps its order', () => {
  expect(pointsAmong(steps)).toEqual(points);
  expect(strokesAmong(steps)).toEqual([stroke]);
  expect(pointsAmong(steps.slice(0, -1))).toEqual([points[0]]);
});

test('a point that is refused goes alone', () => {
  expect(withoutPoints(steps, [points[1]])).toEqual(steps.slice(0, 2));
  expect(withoutPoints(steps, points)).toEqual([steps[1]]);
});
