import { expect, it } from 'vitest';
import { emptyVerdicts, parseVerdicts, type Verdict, verdictLine } from './verdicts.ts';

const showings = [
  { number: 1, same: false },
  { number: 2, same: true },
  { number: 3, same: false },
];
const first: Verdict = { number: 1, x: 'sell', y: 'not', better: 'x', reason: 'the ear of y is missing' };
const second: Verdict = { number: 2, x: 'retouch', y: 'retouch', better: 'same', reason: '' };

it('has no verdict at first', () => {
  const text = emptyVerdicts(showings);
  expect(text).toMatch(/^# These are: 002$/m);
  expect(text.endsWith('\n001\n002\n003\n')).toBe(true);
  expect(parseVerdicts(text, showings).size).toBe(0);
  expect(emptyVerdicts(showings.slice(0, 1))).toMatch(/^# These are: none$/m);
});

it('reads what it writes', () => {
  expect(verdictLine(first, false)).toBe('001 s n x the ear of y is missing');
  expect(verdictLine(second, true)).toBe('002 r');
  const text = `${verdictLine(first, false)}\n${verdictLine(second, true)}\n`;
  expect([...parseVerdicts(text, showings).values()]).toEqual([first, second]);
});

it('keeps a reason on its line', () => {
  expect(verdictLine({ ...first, reason: 'one\n003 s s =' }, false)).toBe('001 s n x one 003 s s =');
});

it('reads capitals, spaces and what a person added around', () => {
  const text = '# a remark\n\n  3   S  R   =   both\tsoft \n003\n';
  expect(parseVerdicts(text, showings).get(3)).toEqual({
    number: 3,
    x: 'sell',
    y: 'retouch',
    better: 'same',
    reason: 'both\tsoft',
  });
});

it('lets the last line of a number count', () => {
  expect(parseVerdicts('001 s s =\n001 n n y\n', showings).get(1)).toMatchObject({ x: 'not', better: 'y' });
});

it.each([
  ['sell 1', 'Line 1 of the verdicts begins with no number: sell 1'],
  ['\n004 s s =', 'Line 2 of the verdicts: there is no number 004'],
  ['001 s s', 'Line 1 of the verdicts cannot be read: 001 s s'],
  ['001 s s z', 'Line 1 of the verdicts cannot be read: 001 s s z'],
  ['001 ss =', 'Line 1 of the verdicts cannot be read: 001 ss ='],
  ['002 x', 'Line 1 of the verdicts cannot be read: 002 x'],
])('says which line cannot be read: %j', (text, message) => {
  expect(() => parseVerdicts(text, showings)).toThrow(message);
});
