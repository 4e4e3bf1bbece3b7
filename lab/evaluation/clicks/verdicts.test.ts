import { expect, it } from 'vitest';
import { parseVerdicts } from './verdicts.ts';

it('has a quality for each letter, and which answers are worse beside the marks', () => {
  const verdicts = parseVerdicts('# a remark\nlamp s n! r | b has a hole\n\nbox-2 n\n');
  expect([...verdicts.values()]).toEqual([
    {
      photo: 'lamp',
      answers: [
        { quality: 'sell', worse: false },
        { quality: 'not', worse: true },
        { quality: 'retouch', worse: false },
      ],
      reason: 'b has a hole',
    },
    { photo: 'box-2', answers: [{ quality: 'not', worse: false }], reason: '' },
  ]);
});

it.each(['lamp', 'lamp x | none such', 'lamp s !', 'Lamp s'])('is refused by its line: %s', (line) => {
  expect(() => parseVerdicts(`box s\n${line}`)).toThrow(`Line 2 of the verdicts cannot be read: ${line}`);
});

it('has a photo once', () => {
  expect(() => parseVerdicts('box s\nbox n')).toThrow('Line 2 of the verdicts: box was there before');
});
