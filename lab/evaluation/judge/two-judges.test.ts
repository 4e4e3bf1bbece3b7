import { expect, it } from 'vitest';
import type { JudgedSet } from './judged-set.ts';
import { countOf, csvHead, kappa, readVerdicts, reviewsOf } from './two-judges.ts';

const set: JudgedSet = {
  kinds: { cup: ['goods'], hat: ['goods'], man: ['people'], cat: [] },
  singles: [
    { number: 'S001', photo: 'hat' },
    { number: 'S002', photo: 'cup' },
    { number: 'S003', photo: 'man' },
    { number: 'S004', photo: 'cat' },
  ],
  pairs: [
    { number: 'P001', photo: 'man', A: 'before' },
    { number: 'P002', photo: 'hat', A: 'after' },
  ],
  same: ['cup', 'cat'],
};

const first = `${csvHead}
S001,sell,,
S002,retouch,,a scrap, and another one
S003,not,,the arm is gone
S004,sell,,
P001,B,clear,the arm is there
P002,A,slight,
`;
const second = first
  .replace('S002,retouch', 'S002,sell')
  .replace('P002,A,slight', 'P002,tie,')
  .replace('B,clear', 'B,decisive');

it('counts verdicts, agreement and kappa by kind', () => {
  const lines = countOf(set, [readVerdicts(first, set), readVerdicts(second, set)]).split('\n');
  expect(lines.slice(2, 5)).toEqual([
    '| goods | 2 | 1, 1, 0 | 2, 0, 0 | 1 | 0 | 1 (50 %, 9–91) |',
    '| people | 1 | 0, 0, 1 | 0, 0, 1 | 0 | 1 | 1 (100 %, 21–100) |',
    '| **all** | 4 | 2, 1, 1 | 3, 0, 1 | 2 | 1 | 3 (75 %, 30–95) |',
  ]);
  // 3 of 4 agree; chance: (2 × 3 + 1 × 1) / 16 = 7 / 16, and (2 × 3 + 2 × 1) / 16 = 1 / 2.
  expect(lines[6]).toBe('Kappa 0.56 of three verdicts, 0.50 of sell or not.');
});

it('gives sides back to versions, and counts equal pixels as ties', () => {
  const text = countOf(set, [readVerdicts(first, set), readVerdicts(second, set)]);
  expect(text).toContain('| first judge | 2 (50 %, 15–85) | 0 (0 %, 0–49) | 2 (50 %, 15–85) | 0.50 |');
  expect(text).toContain('| second judge | 1 (25 %, 5–70) | 0 (0 %, 0–49) | 3 (75 %, 30–95) | 1.0 |');
  expect(text).toContain('| both say so | 1 (25 %, 5–70) | 0 (0 %, 0–49) | 3 (75 %, 30–95) | 1.0 |');
  expect(text).toContain(
    '| both say so, by more than a little | 1 (25 %, 5–70) | 0 (0 %, 0–49) | 3 (75 %, 30–95) | 1.0 |',
  );
  expect(text).toContain(
    '2 pairs have the same pixels: ties that nobody was shown. Of those shown the judges agree on 1 (50 %',
  );
});

it('has words where no pair differs', () => {
  const none = { ...set, pairs: [], same: ['cup', 'cat', 'hat', 'man'] };
  const singles = readVerdicts(first.split('\n').slice(0, 5).join('\n'), none);
  expect(countOf(none, [singles, singles])).toContain('| both say so | 0 (0 %, 0–49) | 0 (0 %, 0–49) | 4 (100 %');
});

it('counts which of the answers that both call the same ask for a review', () => {
  const uncertainty = { hat: 0.499, cup: 1, man: 0.5, cat: 0.7 };
  const lines = reviewsOf(set, [readVerdicts(first, set), readVerdicts(second, set)], uncertainty).split('\n');
  expect(lines.slice(2, 5)).toEqual([
    '| sell | 2 | 1 (50 %, 9–91) |',
    '| retouch | 0 | – |',
    '| not | 1 | 1 (100 %, 21–100) |',
  ]);
});

it('agreement by chance alone is no agreement', () => {
  const both = (text: string) => text.split(' ').map((each) => [each[0], each[1]] as const);
  expect(kappa(both('aa ab ba bb'))).toBe(0);
  expect(kappa(both('aa bb'))).toBe(1);
  expect(kappa(both('aa aa'))).toBe(1);
  expect(kappa(both('ab ba'))).toBe(-1);
  // Cohen (1960): 45 of 100 and 15 on the diagonal, of 70 and 60 first answers.
  const table = [
    ...both('aa '.repeat(45).trim()),
    ...both('bb '.repeat(15).trim()),
    ...both('ab '.repeat(25).trim()),
    ...both('ba '.repeat(15).trim()),
  ];
  expect(kappa(table)).toBeCloseTo(0.1304, 4);
});

it.each([
  ['a verdict that is none', first.replace('not,', 'bad,'), 'Line 4'],
  ['a preference without its size', first.replace('clear', ''), 'Line 6'],
  ['a preference for a single answer', first.replace('S001,sell', 'S001,A'), 'Line 2'],
  ['a number that is none', first.replace('P002', 'P009'), 'there is no P009'],
  ['a sheet without a verdict', first.replace('S003,not,,the arm is gone\n', ''), 'No verdict on S003'],
])('names %s', (_what, text, message) => {
  expect(() => readVerdicts(text, set)).toThrow(message);
});
