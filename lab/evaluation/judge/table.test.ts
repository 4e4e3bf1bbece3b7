import { expect, it } from 'vitest';
import type { Result } from './results.ts';
import { report } from './table.ts';

const names = { A: 'before', B: 'after' };

function result(photo: string, changes: Partial<Result>): Result {
  const common = {
    number: 1,
    kinds: [],
    same: false,
    A: 'sell',
    B: 'sell',
    better: 'same',
    reason: '',
    x: 'A',
  } as const;
  return { ...common, photo, ...changes };
}

const first = [
  result('one', { kinds: ['pet', 'cut'], A: 'not', B: 'sell', better: 'B' }),
  result('two', { kinds: ['pet'], A: 'retouch', B: 'sell', better: 'B' }),
  result('three', { kinds: ['glass'], A: 'sell', B: 'not', better: 'A' }),
  result('four', { kinds: ['plants'], same: true, A: 'not', B: 'not' }),
];
const lines = report({ first, second: [] }, names).split('\n');

it('has a row for each kind in the order of the set, then others, then all', () => {
  expect(lines.filter((line) => line.startsWith('| ')).slice(1)).toEqual([
    '| glass | 1 | 1, 0, 0 | 100 % (21–100) | 0, 0, 1 | 0 % (0–79) | 1 | 0 | 0 |',
    '| pet | 2 | 0, 1, 1 | 0 % (0–66) | 2, 0, 0 | 100 % (34–100) | 0 | 0 | 2 |',
    '| cut | 1 | 0, 0, 1 | 0 % (0–79) | 1, 0, 0 | 100 % (21–100) | 0 | 0 | 1 |',
    '| plants | 1 | 0, 0, 1 | 0 % (0–79) | 0, 0, 1 | 0 % (0–79) | 0 | 1 | 0 |',
    '| **all** | 4 | 1, 1, 2 | 25 % (5–70) | 2, 0, 2 | 50 % (15–85) | 1 | 1 | 2 |',
  ]);
  expect(lines[0]).toBe('A is before, B is after. A picture counts for each of its kinds; in brackets 95 % intervals.');
});

it('names the preferred version, and how likely chance alone does that', () => {
  const text = lines.join(' ');
  expect(text).toContain('Of 4 pairs 3 differ. B is preferred in 67 % (21–94) of those that differ');
  expect(text).toContain('in 67 % (21–94) of the 3 with a preference (sign test, two-sided: p = 1.0)');
  expect(text).toContain('It is worse in 25 % (5–70) of all.');
});

it('counts how often the second verdict is the first', () => {
  const second = [result('one', { A: 'not', B: 'retouch', better: 'B' }), result('three', { A: 'sell', B: 'not' })];
  const text = report({ first, second }, names).replaceAll('\n', ' ');
  expect(text).toContain('Shown twice: 2. The second verdict was the first one for 3 of 4 answers');
  expect(text).toContain('the second preference the first one for 1 of 2 pairs.');
});

it('has words for no preference at all', () => {
  const text = report({ first: [result('one', { same: true })], second: [] }, names);
  expect(text).toContain('Of 1 pairs 0 differ. B is preferred in – of those that differ');
  expect(text).toContain('p = 1.0');
});
