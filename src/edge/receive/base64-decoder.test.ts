import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endless } from '../testing/room.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { GrowingFile } from './growing-file.ts';

function decode(text: string, pieceBytes = 5, limitBytes = 1 << 20) {
  const file = new GrowingFile(limitBytes, null, endless);
  const decoder = new Base64Decoder(file);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) decoder.push(bytes.subarray(at, at + pieceBytes));
  decoder.end();
  return { problem: decoder.problem, content: Buffer.from(file.content()) };
}

test('any bytes come back, with and without padding, with white space, in any pieces', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (bytes, piece, padded) => {
        const whole = Buffer.from(bytes).toString('base64');
        const text = (padded ? whole : whole.replace(/=+$/, '')).replace(/(.{4})/g, '$1\r\n ');
        const { problem, content } = decode(text, piece);
        expect(problem).toBeNull();
        expect(content.equals(Buffer.from(bytes))).toBe(true);
      },
    ),
    { numRuns: 1000, seed: 11 },
  );
});

test('large texts pass through the block border', () => {
  const bytes = Buffer.alloc(200_001, 'edge');
  expect(decode(bytes.toString('base64'), 4097).content.equals(bytes)).toBe(true);
});

test('what is decoded is written in blocks of 48 KiB, whatever the pieces', () => {
  for (const pieceBytes of [1, 4097, 300_000]) {
    const file = new GrowingFile(1 << 20, null, endless);
    const append = vi.spyOn(file, 'append');
    const decoder = new Base64Decoder(file);
    const text = new TextEncoder().encode(Buffer.alloc(100_000, 'edge').toString('base64'));
    for (let at = 0; at < text.length; at += pieceBytes) decoder.push(text.subarray(at, at + pieceBytes));
    decoder.end();
    expect(append.mock.calls.map(([block]) => block.length)).toEqual([49_152, 49_152, 1696]);
  }
});

describe('plus signs that became spaces', () => {
  const picture = Buffer.from(Array.from({ length: 3000 }, (_, at) => (Math.imul(at + 1, 2654435761) >>> 16) & 255));
  const text = picture.toString('base64');

  test.each([0, 1, 2, 3])('are named whatever the length, here less %i digits', (less) => {
    const digits = text.replace(/=+$/, '').slice(0, -less || undefined);
    expect(digits.match(/\+/g)?.length).toBeGreaterThan(20);
    expect(decode(digits.replaceAll('+', ' ')).problem).toBe('lost-pluses');
    expect(decode(text.replaceAll('+', ' ')).problem).toBe('lost-pluses');
    expect(decode(text.replaceAll('+', ' ').replace(/(.{76})/g, '$1\r\n')).problem).toBe('lost-pluses');
  });

  test('of a short text, where its length says so', () => {
    expect(decode('QU D').problem).toBeNull();
    expect(decode('QUJDR E=').problem).toBe('lost-pluses');
  });

  test('are not other white space, nor lines, nor beside plus signs, nor spaces everywhere', () => {
    const plain = Buffer.alloc(3000, 'edge').toString('base64');
    const spaced = [
      text.replace(/(.{7})/g, '$1 '),
      text.replaceAll('+', '+ '),
      plain.replace(/(.{76})/g, '$1 '),
      plain.replace(/(.{77})/g, '$1\n'),
      plain.replace(/(.{5})/g, '$1 '),
    ];
    for (const each of spaced) expect(decode(each).problem).toBeNull();
  });
});

describe('problems', () => {
  for (const [text, problem] of [
    ['QUJ-', 'alphabet'],
    ['QUJ_', 'alphabet'],
    ['data:image/png;base64,QUJD', 'alphabet'],
    ['QQ===', 'alphabet'],
    ['QQ==QQ', 'alphabet'],
    ['QUJDR', 'length'],
    ['QUJD=', 'length'],
    ['QQ=', 'length'],
  ] as const) {
    test(`${text} is refused for its ${problem}`, () => {
      expect(decode(text).problem).toBe(problem);
    });
  }

  test('a file over the limit', () => {
    expect(decode(Buffer.alloc(101).toString('base64'), 5, 100).problem).toBe('too-large');
    expect(decode(Buffer.alloc(100).toString('base64'), 5, 100).problem).toBeNull();
  });
});
