import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UrlencodedScanner } from './urlencoded-scanner.ts';

/** Fields that the scanner finds in a text in pieces of that size. */
function scanned(text: string, pieceBytes: number): [name: string, value: string][] {
  const fields: [name: string, value: Buffer][] = [];
  const scanner = new UrlencodedScanner({
    begin: ({ name }) => fields.push([name, Buffer.alloc(0)]),
    data: (bytes) => {
      const last = fields[fields.length - 1];
      last[1] = Buffer.concat([last[1], bytes]);
    },
    end: () => {},
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
  scanner.end();
  return fields.map(([name, value]) => [name, value.toString('utf8')]);
}

it('finds the fields that URLSearchParams finds, wherever pieces end', () => {
  const field = fc.tuple(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(field), fc.integer({ min: 1, max: 9 }), (fields, pieceBytes) => {
      const text = new URLSearchParams(fields).toString();
      expect(scanned(text, pieceBytes)).toEqual([...new URLSearchParams(text)]);
    }),
  );
});

it.each([
  [
    'a=1&&b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['a', [['a', '']]],
  ['a=b=c', [['a', 'b=c']]],
  [
    'a=%4&b=%zz&c=%',
    [
      ['a', '%4'],
      ['b', '%zz'],
      ['c', '%'],
    ],
  ],
  ['a=1+2%2B3', [['a', '1 2+3']]],
])('%s is %j', (text, fields) => {
  for (const pieceBytes of [1, 2, 100]) {
    expect(scanned(text, pieceBytes)).toEqual(fields);
    expect([...new URLSearchParams(text)]).toEqual(fields);
  }
});
