import { expect, test } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import type { Task } from '../../contract/operations.ts';
import { RequestMemory } from '../../pixels/bounds/memory.ts';
import { headerWith } from '../../pixels/pipeline/testing/header.ts';
import { Stages } from './stages.ts';

const matte = { model: 'matte', upsampling: 'guided', refiner: true, pointSegmenter: true } as const;
const task = { kind: 'matte', imageType: true, refine: true } as const satisfies Task;
const at = (x: number) => ({ x: { value: x, unit: 'px' }, y: { value: 0, unit: 'px' } }) as const;

/** Bytes of the stages after decoding, in MiB. */
function laterMib(asked: Task, refiner = true): number {
  const work = {
    file: new Uint8Array(0),
    background: null,
    deadlineMs: 0,
    header: headerWith(),
    matte: { ...matte, refiner },
  };
  const memory = new RequestMemory(defaultLimits, undefined, '');
  const { laterBytes } = new Stages({ ...work, task: asked }, memory);
  memory.giveBack();
  return laterBytes / 1024 / 1024;
}

test('points are counted beside tiles, and so are tiles of their own', () => {
  const named = { ...task, model: 'matte' };
  const points = { keep: [at(1)], drop: [at(500), at(700)] };
  expect(laterMib({ ...named, points }, false) - laterMib(named, false)).toBe(17);
  expect(Math.round(laterMib({ ...named, points }) - laterMib(named))).toBe(27);
});

test('of a graphic the parts of two points are counted: most are on few colours', () => {
  const later = (count: number) =>
    laterMib({ ...task, points: { keep: Array.from({ length: count }, (_, x) => at(x * 20)), drop: [] } }, false);
  expect(later(1)).toBeGreaterThan(laterMib(task, false));
  expect([later(32), later(32) >= later(1)]).toEqual([later(2), true]);
});
