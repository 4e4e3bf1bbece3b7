import { expect, it } from 'vitest';
import { unblind } from './results.ts';
import type { Showing } from './showings.ts';
import type { Verdict } from './verdicts.ts';

const showings: Showing[] = [
  { number: 1, photo: 'cup', x: 'A', same: false },
  { number: 2, photo: 'cat', x: 'B', same: false },
  { number: 3, photo: 'cup', x: 'B', same: false },
];
const verdicts = new Map<number, Verdict>(
  [
    { number: 1, x: 'sell', y: 'not', better: 'x', reason: 'y has no handle' } as const,
    { number: 2, x: 'sell', y: 'retouch', better: 'y', reason: '' } as const,
    { number: 3, x: 'not', y: 'sell', better: 'same', reason: '' } as const,
  ].map((verdict) => [verdict.number, verdict]),
);

it('puts verdicts back to the versions that they are of', () => {
  const { first, second } = unblind(showings, verdicts, { cup: ['small', 'cut'] });
  expect(first).toEqual([
    {
      ...{ number: 1, photo: 'cup', kinds: ['small', 'cut'], same: false, x: 'A' },
      ...{ A: 'sell', B: 'not', better: 'A', reason: 'y has no handle' },
    },
    { number: 2, photo: 'cat', kinds: [], same: false, x: 'B', A: 'retouch', B: 'sell', better: 'A', reason: '' },
  ]);
  expect(second).toEqual([expect.objectContaining({ photo: 'cup', A: 'sell', B: 'not', better: 'same' })]);
});

it('gives nothing before all has been judged', () => {
  const begun = new Map([...verdicts].slice(0, 1));
  expect(() => unblind(showings, begun, {})).toThrow('No verdict yet of 002, 003');
});
