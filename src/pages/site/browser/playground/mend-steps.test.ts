import { expect, test } from 'vitest';
import type { Stroke } from '../brush/repaint.ts';
import { changesAmong, type MendStep, strokesAmong, withoutChanges } from './mend-steps.ts';
import type { Click } from './points.ts';

const points: readonly Click[] = [
  { kind: 'keep', x: 1, y: 1 },
  { kind: 'drop', x: 2, y: 2 },
];
const stroke: Stroke = { brush: { tool: 'erase', hardness: 1, followsEdges: false }, dabs: [] };
const steps: readonly MendStep[] = [
  { kind: 'change', change: points[0] },
  { kind: 'stroke', stroke },
  { kind: 'change', change: points[1] },
];

test('clicks and strokes are one list, and each kind keeps its order', () => {
  expect(changesAmong(steps)).toEqual(points);
  expect(strokesAmong(steps)).toEqual([stroke]);
  expect(changesAmong(steps.slice(0, -1))).toEqual([points[0]]);
});

test('what is chosen of holes is one of the changes', () => {
  const holes = { kind: 'holes', holes: 'open' } as const;
  expect(changesAmong([...steps, { kind: 'change', change: holes }])).toEqual([...points, holes]);
});

test('a point that is refused goes alone', () => {
  expect(withoutChanges(steps, [points[1]])).toEqual(steps.slice(0, 2));
  expect(withoutChanges(steps, points)).toEqual([steps[1]]);
});
