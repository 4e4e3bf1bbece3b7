import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerParameters, unfoldedFields } from './header-parameters.ts';

test.each([
  ['multipart/form-data; boundary=ab', { boundary: 'ab' }],
  ['multipart/form-data; charset="x; boundary=no"; boundary="a b"', { charset: 'x; boundary=no', boundary: 'a b' }],
  ['multipart/form-data; boundary=a(b)c', { boundary: 'a(b)c' }],
  ['multipart/form-data;;boundary', {}],
  ['a; b="x\\"y\\\\"; B=z', { b: 'x"y\\' }],
  ['a; b="open', { b: '"open' }],
  ['a', {}],
  ['; b="c"', { b: 'c' }],
])('%s', (field, expected) => {
  expect(Object.fromEntries(headerParameters(field))).toEqual(expected);
});

test('folded fields become one line each', () => {
  expect(unfoldedFields('\r\nA: 1;\r\n 2\r\nB: "3\r\n\t4"')).toEqual(['', 'A: 1; 2', 'B: "3\t4"']);
});

test('a quoted value is what was quoted, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const quoted = value.replace(/["\\]/g, '\\$&');
      expect(headerParameters(`form-data; filename="${quoted}"; name=file`).get('filename')).toBe(value);
      expect(headerParameters(`form-data; filename="${quoted}"; name=file`).get('name')).toBe('file');
      expect(headerParameters(value)).toBeInstanceOf(Map);
    }),
    { numRuns: 500, seed: 5 },
  );
});
