import fc from 'fast-check';
import { expect, it } from 'vitest';
import { receivedFields } from './received-fields.ts';

const listed = (...names: string[]) => receivedFields(names).receivedFields;

it('lists names in their order, each once', () => {
  expect(listed('data', 'file[]', 'image_file', 'data')).toBe('data, file[], image_file');
  expect(listed('', 'data')).toBe('data');
});

it('is absent where there were none', () => {
  expect(receivedFields([])).toEqual({});
  expect(receivedFields([''])).toEqual({});
});

it('has printable ASCII alone, and nothing that looks like another name', () => {
  expect(listed('Bild ä', 'a,b%', 'c\r\nX-Other: d')).toBe('Bild%20%C3%A4, a%2Cb%25, c%0D%0AX-Other:%20d');
});

it('has at most eight names and 200 characters, of any names', () => {
  expect(listed(...'abcdefghij')).toBe('a, b, c, d, e, f, g, h');
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 70 }), (names) => {
      const { receivedFields: text = '' } = receivedFields(names);
      expect(text.length).toBeLessThanOrEqual(200);
      expect(text).toMatch(/^[ -~]*$/);
      expect(text.split(', ').length).toBeLessThanOrEqual(8);
      expect(() => new Headers({ 'X-Received-Fields': text })).not.toThrow();
    }),
  );
});
