import { describe, expect, it } from 'vitest';
import { cutout, cutoutBase64 } from './operations/cutout.ts';
import { matte, matteBase64 } from './operations/matte.ts';
import { headersOf, outcomeWith } from './testing/outcome.ts';
import { refusedItem } from './testing/refused-item.ts';

describe.each([cutout, cutoutBase64, matte, matteBase64])('holes of $name', ({ read, answer: { headers = {} } }) => {
  const parse = (holes?: unknown) => read(new Map(holes === undefined ? [] : [['holes', holes]]));

  it.each([
    [undefined, undefined],
    ['auto', undefined],
    ['open', 'open'],
    ['filled', 'filled'],
  ])('are %s as %s', (sent, expected) => {
    expect(parse(sent).holes).toBe(expected);
  });

  it('are one of three words', () => {
    expect(refusedItem(() => parse('closed'))).toEqual({
      loc: ['body', 'holes'],
      msg: "Expected 'auto' or 'open' or 'filled' for holes but received 'closed'",
      type: 'enum',
    });
  });

  it('are named as ignored where they were asked for and the picture was not cut by colour', () => {
    const ignored = (holes: string, isCutByColour: boolean) =>
      headersOf<never>(headers, outcomeWith({ isCutByColour }), parse(holes) as never)['X-Ignored'];
    expect([ignored('open', false), ignored('filled', false)]).toEqual(['holes', 'holes']);
    expect([ignored('open', true), ignored('auto', false)]).toEqual([undefined, undefined]);
  });
});
