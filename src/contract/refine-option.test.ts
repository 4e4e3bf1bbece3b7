import { describe, expect, it } from 'vitest';
import { pictureHeaders } from './answers.ts';
import { cutout, cutoutBase64 } from './operations/cutout.ts';
import { matte, matteBase64 } from './operations/matte.ts';
import { headersOf, outcomeWith } from './testing/outcome.ts';
import { refusedItem } from './testing/refused-item.ts';

describe.each([cutout, cutoutBase64, matte, matteBase64])('the refiner for $name', ({ read }) => {
  const parse = (refine?: unknown) => read(new Map(refine === undefined ? [] : [['refine', refine]]));

  it('may be asked unless it is switched off', () => {
    expect([parse(), parse('auto'), parse('off')].map(({ refine }) => refine)).toEqual([true, true, false]);
  });

  it('is neither forced nor spelled in another way', () => {
    for (const value of ['on', 'OFF', false]) {
      expect(refusedItem(() => parse(value))).toMatchObject({ loc: ['body', 'refine'], type: 'enum' });
    }
  });
});

it('a header reports an edge that was not refined', () => {
  const reported = (refined: boolean) => headersOf(pictureHeaders, outcomeWith({ refined }), null)['X-Refined'];
  expect([reported(true), reported(false)]).toEqual([undefined, 'false']);
});
