import { describe, expect, it } from 'vitest';
import { marginPattern, readMargin } from './margin.ts';

const form = new RegExp(`^(?:${marginPattern})$`);
const inWords = (text: string) =>
  Object.entries(readMargin(text)).map(([side, { value, unit }]) => `${side} ${value}${unit}`);

describe('a margin', () => {
  it.each([
    ['30', ['top 30px', 'right 30px', 'bottom 30px', 'left 30px']],
    ['10% 20px', ['top 10%', 'right 20px', 'bottom 10%', 'left 20px']],
    ['1px 2% 3 12.5%', ['top 1px', 'right 2%', 'bottom 3px', 'left 12.5%']],
    ['0  50%', ['top 0px', 'right 50%', 'bottom 0px', 'left 50%']],
  ])('%s is read in the order of CSS', (text, expected) => {
    expect(text).toMatch(form);
    expect(inWords(text)).toEqual(expected);
  });

  it('takes whole pixels up to 500 and percent up to 50', () => {
    for (let value = 0; value < 1200; value++) {
      expect([value, form.test(`${value}px`), form.test(String(value))]).toEqual([value, value <= 500, value <= 500]);
      expect([value, form.test(`${value}%`), form.test(`${value}.25%`)]).toEqual([value, value <= 50, value < 50]);
    }
  });

  it.each(['', ' ', '-1', '1.5px', '10 %', '1 2 3', '1 2 3 4 5', '1,2', '10%,20%', '050', '50.01%', 'auto'])(
    '%j is none',
    (text) => expect(text).not.toMatch(form),
  );
});
