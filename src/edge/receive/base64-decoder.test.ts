import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Base64Decoder } from './base64-decoder.ts';
import { GrowingFile } from './growing-file.ts';

function decode(text: string, pieceBytes = 5, limitBytes = 1 << 20) {
  const file = new GrowingFile(limitBytes, null);
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
    const file = new GrowingFile(1 << 20, null);
    const append = vi.spyOn(file, 'append');
    const decoder = new Base64Decoder(file);
    const text = new TextEncoder().encode(Buffer.alloc(100_000, 'edge').toString('base64'));
    for (let at = 0; at < text.length; at += pieceBytes) decoder.push(text.subarray(at, at + pieceBytes));
    decoder.end();
    expect(append.mock.calls.map(([block]) => block.length)).toEqual([49_152, 49_152, 1696]);
  }
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
