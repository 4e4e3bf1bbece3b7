import { expect, test } from 'vitest';
import { daysBetween, drawParts, isTouched, roomsOf } from './draw.ts';
import type { Part } from './parts.ts';
import type { DeepRun } from './record.ts';

const part = (name: string): Part => ({ name, paths: [`${name}/**`], seconds: 60, runs: { tests: [] } });
const ran = (name: string, date: string, wallSeconds: number): [string, DeepRun] => [
  name,
  {
    ...{
      part: name,
      tree: '',
      commit: '',
      date,
      machine: '',
      seed: 1,
      tests: 1,
      failures: 0,
      cpuSeconds: 1,
      wallSeconds,
    },
    greenAt: '',
  },
];
const draw = (runs: readonly [string, DeepRun][], seconds: number, lots: readonly number[] = []) => {
  const left = [...lots];
  const names = ['one', 'two', 'three', 'four'];
  return drawParts(names.map(part), new Map(runs), seconds, () => left.shift() ?? 0.5).map(({ name }) => name);
};

test('what ran longest ago is first, what never ran before that', () => {
  const runs = [ran('one', '2026-11-03', 30), ran('two', '2026-11-01', 30), ran('three', '2026-11-02', 30)];
  expect(draw(runs, 120)).toEqual(['four', 'two', 'three']);
  expect(draw(runs, 150)).toEqual(['four', 'two', 'three', 'one']);
});

test('what does not fit leaves room for others', () => {
  const runs = [ran('one', '2026-11-01', 600), ran('two', '2026-11-02', 110), ran('three', '2026-11-02', 5)];
  expect(draw([...runs, ran('four', '2026-11-03', 11)], 120, [0.1, 0.1, 0.2, 0.3])).toEqual(['two', 'three']);
});

test('parts of one day are drawn', () => {
  const runs = ['one', 'two', 'three', 'four'].map((name) => ran(name, '2026-11-01', 60));
  expect(draw(runs, 60, [0.4, 0.3, 0.2, 0.1])).toEqual(['four']);
  expect(draw(runs, 60, [0.1, 0.3, 0.2, 0.4])).toEqual(['one']);
});

test('a part is touched by a change of its paths alone', () => {
  expect(isTouched(part('src/edge'), ['src/edge/app.ts'])).toBe(true);
  expect(isTouched(part('src/edge'), ['src/edges/app.ts', 'README.md'])).toBe(false);
  expect(isTouched(part('src/edge'), [])).toBe(false);
});

test('rooms and days', () => {
  const files = ['src/pages/site/a.ts', 'src/pages/site/b/c.ts', 'src/edge/d.ts', 'src/worker.d.ts', 'test/src/a.ts'];
  expect(roomsOf(files)).toEqual(['edge', 'pages/site']);
  expect(daysBetween('2026-11-28', '2026-12-01')).toBe(3);
});
