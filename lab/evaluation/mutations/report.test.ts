import { expect, test } from 'vitest';
import { asJson, asMarkdown, type Fate, type Tried } from './report.ts';

const tried = (file: string, fate: Fate): Tried => ({
  mutant: { file, line: 7, operator: 'boundary', start: 0, end: 1, from: '<', to: '<=' },
  fate,
});
const run = [
  tried('src/money/ledger/rate.ts', { kind: 'killed', by: 'a test' }),
  tried('src/money/ledger/rate.ts', { kind: 'timed-out' }),
  tried('src/edge/admit/hold.ts', { kind: 'survived' }),
  tried('src/edge/admit/hold.ts', { kind: 'equivalent', why: 'It says the same' }),
];

test('counts what timed out as killed, and what is equivalent on neither side', () => {
  expect(JSON.parse(asJson({ seed: 3, only: ['edge'], part: '1/2', own: true, commit: 'test: this' }, run))).toEqual({
    seed: 3,
    only: ['edge'],
    part: '1/2',
    own: true,
    commit: 'test: this',
    mutants: 3,
    killed: 2,
    timedOut: 1,
    survived: 1,
    killedPercent: 66.7,
    equivalent: [{ mutant: 'src/edge/admit/hold.ts:7 boundary: < → <=', why: 'It says the same' }],
    areas: {
      edge: { mutants: 1, killed: 0, timedOut: 0, survived: 1, killedPercent: 0, equivalent: 1 },
      money: { mutants: 2, killed: 2, timedOut: 1, survived: 0, killedPercent: 100, equivalent: 0 },
    },
    survivors: ['src/edge/admit/hold.ts:7 boundary: < → <='],
  });
});

test('names each survivor under the table', () => {
  const lines = asMarkdown(run).split('\n');
  expect(lines[4]).toBe('| all | 3 | 2 | 1 | 1 | 66.7 | 1 |');
  expect(lines.slice(-2)).toEqual(['Survived:', '- src/edge/admit/hold.ts:7 boundary: < → <=']);
  expect(asMarkdown(run.slice(0, 2))).toContain('None survived.');
});
