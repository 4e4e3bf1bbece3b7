import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TemporaryRepository, temporaryRepository } from '../repository/temporary-repository.ts';
import { ageLines } from './age.ts';
import { type DeepRun, whole } from './record.ts';

let repository: TemporaryRepository;
let run: DeepRun;
beforeEach(() => {
  repository = temporaryRepository();
  mkdirSync(path.join(repository.folder, 'src/edge'), { recursive: true });
  repository.write('src/edge/app.ts', '1');
  repository.commit('first');
  run = {
    ...{
      part: whole,
      tree: 'aa',
      commit: repository.git('rev-parse', 'HEAD'),
      date: '2026-11-27',
      machine: '',
      seed: 1,
    },
    ...{ tests: 5, failures: 0, cpuSeconds: 1, wallSeconds: 1, greenAt: '' },
  };
});
afterEach(() => repository.remove());

const lines = (...runs: DeepRun[]) =>
  ageLines(repository.folder, new Map(runs.map((each) => [each.part, each])), '2026-11-28');

test('it says when it ran and what changed since', () => {
  const at = `Deep level: green on 2026-11-27, 1 day ago, at ${run.commit.slice(0, 12)}`;
  expect(lines(run)).toEqual([`${at}; no room of src changed since`]);
  repository.write('src/edge/app.ts', '2');
  repository.write('README.md', '2');
  repository.commit('second');
  expect(lines(run)).toEqual([`${at}; changed since: edge`]);
});

test('it says what failed, and what is not known', () => {
  const failed = { ...run, part: 'test/money', failures: 2 };
  expect(lines(failed)).toEqual([
    'Deep level: it never ran whole',
    'Deep level: open failure in test/money, 2 failed, 2026-11-27',
  ]);
  expect(lines({ ...run, commit: '0'.repeat(40), failures: 2 })).toEqual([
    `Deep level: 2 failed on 2026-11-27, 1 day ago, at ${'0'.repeat(12)}; that commit is not here`,
  ]);
});
