import { describe, expect, it } from 'vitest';
import { clicksNeeded, median, type Outcome, outcomeOf, report, unclicked } from './table.ts';

const verdict = (quality: 'sell' | 'retouch' | 'not', worse = false) => ({ quality, worse });

describe('the outcome of a photo', () => {
  it('has for each count of clicks the verdict on its letter', () => {
    const shown = [
      { letter: 'a', clicks: [1, 2] },
      { letter: 'b', clicks: [0] },
      { letter: 'c', clicks: [3] },
    ];
    const answers = [verdict('retouch'), verdict('not'), verdict('sell')];
    expect(outcomeOf({ photo: 'lamp', answers, reason: 'why' }, shown)).toEqual({
      photo: 'lamp',
      qualities: ['not', 'retouch', 'retouch', 'sell'],
      worse: false,
      reason: 'why',
    });
  });

  it('stays as after the last mark', () => {
    const shown = [
      { letter: 'a', clicks: [1] },
      { letter: 'b', clicks: [0] },
    ];
    const outcome = outcomeOf({ photo: 'lamp', answers: [verdict('sell'), verdict('not')], reason: '' }, shown);
    expect(outcome.qualities).toEqual(['not', 'sell', 'sell', 'sell']);
  });

  it('is worse where a click brought a fault, not where it took one away', () => {
    const shown = [
      { letter: 'a', clicks: [1] },
      { letter: 'b', clicks: [0] },
    ];
    const worse = (after: boolean, before: boolean) =>
      outcomeOf({ photo: 'lamp', answers: [verdict('not', after), verdict('not', before)], reason: '' }, shown).worse;
    expect(worse(true, false)).toBe(true);
    expect(worse(false, true)).toBe(false);
    expect(worse(true, true)).toBe(false);
  });

  it('needs a verdict for each answer', () => {
    const shown = [{ letter: 'a', clicks: [0, 1] }];
    const answers = [verdict('sell'), verdict('sell')];
    const message = 'lamp has 1 answers but verdicts on 2';
    expect(() => outcomeOf({ photo: 'lamp', answers, reason: '' }, shown)).toThrow(message);
  });

  it('is the same after every click where nobody clicked', () => {
    const marked = { photo: 'box', quality: 'sell', marks: [], reason: 'whole' } as const;
    expect(unclicked(marked).qualities).toEqual(['sell', 'sell', 'sell', 'sell']);
  });
});

const outcome = (qualities: Outcome['qualities'], worse = false): Outcome => ({
  photo: 'photo',
  qualities,
  worse,
  reason: '',
});

it('needs as many clicks as came before the first answer that sells', () => {
  expect(clicksNeeded(outcome(['sell', 'sell', 'sell', 'sell']))).toBe(0);
  expect(clicksNeeded(outcome(['not', 'retouch', 'sell', 'not']))).toBe(2);
  expect(clicksNeeded(outcome(['not', 'not', 'retouch', 'retouch']))).toBeNull();
});

it('has the lower of two middle numbers', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([3, 1, 2, 1])).toBe(1);
  expect(median([])).toBeNull();
});

it('counts who stops at the first answer that sells, and all answers beside', () => {
  const outcomes = [
    outcome(['sell', 'sell', 'sell', 'sell']),
    outcome(['not', 'sell', 'not', 'not'], true),
    outcome(['retouch', 'retouch', 'retouch', 'sell']),
    outcome(['not', 'not', 'not', 'not']),
  ];
  expect(report(outcomes)).toBe(`| Clicks | Sellable after at most so many | This answer: sell, retouch, not |
|---|---|---|
| 0 | 1, 25 % (5–70) | 1, 1, 2 |
| 1 | 2, 50 % (15–85) | 2, 1, 1 |
| 2 | 2, 50 % (15–85) | 1, 1, 2 |
| 3 | 3, 75 % (30–95) | 2, 0, 2 |

4 photos. Mended by clicks: 2, median 1. Worse beside the click: 1, 25 % (5–70).`);
});
