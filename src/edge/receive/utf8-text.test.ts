import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NotUtf8, Utf8Text } from './utf8-text.ts';

/** What the reader is given of those bytes, whatever the pieces. */
function read(bytes: Uint8Array, pieceBytes = 1): Buffer {
  const pieces: Uint8Array[] = [];
  let ended = 0;
  const text = new Utf8Text({ push: (piece) => void pieces.push(piece.slice()), end: () => void ended++ });
  for (let at = 0; at < bytes.length; at += pieceBytes) text.push(bytes.slice(at, at + pieceBytes));
  text.end();
  expect(ended).toBe(1);
  return Buffer.concat(pieces);
}

const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const json = '{"image_base64":"é"}';

/** Big-endian, from what Node can write. */
function swapped(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function utf32(text: string, littleEndian: boolean): Buffer {
  const view = new DataView(new ArrayBuffer(text.length * 4));
  for (let at = 0; at < text.length; at++) view.setUint32(at * 4, text.charCodeAt(at), littleEndian);
  return Buffer.from(view.buffer);
}

test('UTF-8 passes as it is, in any pieces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, piece) => {
      // A zero is no character of a JSON text.
      const bytes = Buffer.from(text.replaceAll('\0', ' ').replace(/^\ufeff/, ''));
      expect(read(bytes, piece).equals(bytes)).toBe(true);
    }),
    { numRuns: 500, seed: 3 },
  );
});

test.each([1, 2, 3, 4, 5, 100])('a byte order mark in pieces of %d is skipped, the first one alone', (piece) => {
  expect(read(Buffer.concat([mark, Buffer.from(json)]), piece).toString()).toBe(json);
  expect(read(Buffer.concat([mark, mark]), piece).equals(mark)).toBe(true);
  expect(read(mark, piece)).toHaveLength(0);
});

describe.each([
  ['UTF-16, little-endian', Buffer.from(json, 'utf16le')],
  ['UTF-16, big-endian', swapped(json)],
  ['UTF-16 with a mark, little-endian', Buffer.from(`\ufeff${json}`, 'utf16le')],
  ['UTF-16 with a mark, big-endian', swapped(`\ufeff${json}`)],
  ['UTF-16 with a mark before letters beyond Latin', swapped('\ufeff日本')],
  ['UTF-32, little-endian', utf32(json, true)],
  ['UTF-32, big-endian', utf32(json, false)],
  ['UTF-32 with a mark, little-endian', utf32(`\ufeff${json}`, true)],
  ['UTF-32 with a mark, big-endian', utf32(`\ufeff${json}`, false)],
  ['a mark of UTF-16 and nothing else', Buffer.from([0xfe, 0xff])],
])('%s', (_, bytes) => {
  test.each([1, 3, 100])('is refused, in pieces of %d', (piece) => {
    expect(() => read(bytes, piece)).toThrow(NotUtf8);
  });
});

test.each([
  ['a zero inside a text', Buffer.from('{"a\0b"}')],
  ['zeros alone', Buffer.alloc(6)],
  ['a beginning that is cut', Buffer.from([0x7b, 0])],
])('%s is for the reader to judge', (_, bytes) => {
  expect(read(bytes).equals(bytes)).toBe(true);
});
