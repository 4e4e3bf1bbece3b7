/** Answers whole and cut, in pieces of any size. */
import { describe, expect, test } from 'vitest';
import { AnswerReader } from './answer-reader.ts';

const chunked =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-One: 1\r\n\r\n5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n';
const sized = 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, world';
const open = 'HTTP/1.1 200 OK\r\n\r\nhello, world';

function read(text: string, pieceBytes: number): AnswerReader {
  const reader = new AnswerReader();
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  return reader;
}

describe.each([1, 2, 3, 7, 1000])('in pieces of %i bytes', (pieceBytes) => {
  test.each([
    ['chunks', chunked],
    ['a length', sized],
    ['an interim answer before it', `HTTP/1.1 100 Continue\r\n\r\n${sized}`],
  ])('an answer with %s is whole at its last byte and not before', (_, text) => {
    const reader = read(text, pieceBytes);
    expect(reader).toMatchObject({ state: 'whole', status: 200, bodyBytes: 12 });
    expect(reader.body().toString()).toBe('hello, world');
    const cut = read(text.slice(0, -1), pieceBytes);
    cut.end();
    expect(cut.state).toBe('body');
  });

  test('an answer without a length is whole once the server closes', () => {
    const reader = read(open, pieceBytes);
    expect(reader.state).toBe('body');
    reader.end();
    expect(reader.state).toBe('whole');
    expect(reader.body().toString()).toBe('hello, world');
  });
});

test('what is no HTTP is malformed', () => {
  expect(read('SMTP ready\r\n\r\n', 100).state).toBe('malformed');
  expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 100).state).toBe('malformed');
});

test('headers are read', () => {
  expect(read(chunked, 100).headers.get('x-one')).toBe('1');
});

test('an answer that never begins stays without a status', () => {
  const reader = read('HTTP/1.1 2', 100);
  reader.end();
  expect(reader).toMatchObject({ state: 'head', status: null });
});
