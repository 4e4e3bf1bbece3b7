import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, flag, namesOf, number, numbers, readFields, text, word, writeFields } from './fields.ts';

interface Values {
  readonly name: string;
  readonly size: 'small' | 'large';
  readonly open: boolean;
  readonly amount: number;
  readonly point: { readonly x: number; readonly y: number } | null;
}

const fields: Fields<Values> = {
  name: text('X-Name', 'nobody', 8),
  size: word('X-Size', ['small', 'large']),
  open: flag('X-Open', true),
  amount: number('X-Amount', 0),
  point: numbers('X-Point', 'x', 'y'),
};

/** As headers travel: names in any case, values without spaces at their ends. */
const sent = (headers: Record<string, string>) => (name: string) => new Headers(headers).get(name);

/** -0 is written as 0. */
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

describe('a table of headers', () => {
  it('gives back what was written', () => {
    const values: fc.Arbitrary<Values> = fc.record({
      name: fc.stringMatching(/^[!-~]{1,8}$/),
      size: fc.constantFrom('small' as const, 'large' as const),
      open: fc.boolean(),
      amount: finite.map(Math.abs),
      point: fc.option(fc.record({ x: finite, y: finite })),
    });
    fc.assert(
      fc.property(values, (written) => {
        expect(readFields(fields, sent(writeFields(fields, written)))).toEqual(written);
      }),
    );
  });

  it('names them all', () => {
    expect(namesOf(fields)).toEqual(['X-Name', 'X-Size', 'X-Open', 'X-Amount', 'X-Point']);
  });

  it('has defaults for what is missing, empty or unknown', () => {
    const expected = { name: 'nobody', size: 'small', open: true, amount: 1, point: null };
    expect(readFields(fields, sent({ 'X-Amount': '1' }))).toEqual(expected);
    const odd = { 'X-Name': '', 'X-Size': 'huge', 'X-Open': 'on', 'X-Amount': '1' };
    expect(readFields(fields, sent(odd))).toEqual(expected);
  });

  it('cuts a text that is too long', () => {
    expect(readFields(fields, sent({ 'X-Name': '123456789', 'X-Amount': '1' }))?.name).toBe('12345678');
  });

  it.each([
    {},
    { 'X-Amount': '' },
    { 'X-Amount': ' ' },
    { 'X-Amount': '-1' },
    { 'X-Amount': 'NaN' },
    { 'X-Amount': 'Infinity' },
    { 'X-Amount': 'one' },
    { 'X-Amount': '1', 'X-Point': '' },
    { 'X-Amount': '1', 'X-Point': '1' },
    { 'X-Amount': '1', 'X-Point': '1,' },
    { 'X-Amount': '1', 'X-Point': '1,2,3' },
    { 'X-Amount': '1', 'X-Point': '1,b' },
  ])('has none for numbers: %j', (headers) => {
    expect(readFields(fields, sent(headers as Record<string, string>))).toBeNull();
  });

  it('does not compile where a member has no header, or a header no member', () => {
    // @ts-expect-error The member has no header.
    const missing: Fields<{ readonly a: boolean; readonly b: boolean }> = { a: flag('X-A', false) };
    // @ts-expect-error The header has no member.
    const added: Fields<{ readonly a: boolean }> = { a: flag('X-A', false), b: flag('X-B', false) };
    // @ts-expect-error The header is of another type.
    const other: Fields<{ readonly a: boolean }> = { a: text('X-A', '') };
    expect([missing, added, other].map((table) => Object.keys(table))).toEqual([['a'], ['a', 'b'], ['a']]);
  });
});
