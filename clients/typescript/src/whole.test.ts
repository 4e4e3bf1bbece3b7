/** An answer counts as whole when it ends as its format ends. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { WholeCheck } from './whole.ts';

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a52' } });
const zip = Buffer.from(`PK\x03\x04 whatever PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
const files: Record<string, Buffer> = {
  'image/png': await picture.png().toBuffer(),
  'image/jpeg': await picture.jpeg().toBuffer(),
  'image/webp': await picture.webp().toBuffer(),
  'application/zip': zip,
};

function faultOf(headers: Record<string, string>, bytes: Buffer, pieceBytes = 7): string | null {
  const check = new WholeCheck(new Headers(headers));
  for (let at = 0; at < bytes.length; at += pieceBytes) check.add(bytes.subarray(at, at + pieceBytes));
  return check.fault();
}

describe.each(Object.entries(files))('%s', (type, file) => {
  test.each([1, 7, 100_000])('is whole in pieces of %d', (size) => {
    expect(faultOf({ 'Content-Type': `${type}; x=y` }, file, size)).toBeNull();
  });

  test('is not whole without its last byte, its second half, or all of it', () => {
    for (const bytes of [file.length - 1, file.length / 2, 0]) {
      expect(faultOf({ 'Content-Type': type }, file.subarray(0, bytes))).toBe(`the answer is no whole ${type}`);
    }
  });
});

test('fewer or more bytes than announced are a fault, whatever they are', () => {
  expect(faultOf({ 'Content-Length': '10' }, Buffer.alloc(9))).toBe('9 of 10 bytes of the answer came');
  expect(faultOf({ 'Content-Length': '10' }, Buffer.alloc(11))).toBe('11 of 10 bytes of the answer came');
  expect(faultOf({ 'Content-Length': '10' }, Buffer.alloc(10))).toBeNull();
});

test('the length of a body that a proxy has compressed is not checked', () => {
  expect(faultOf({ 'Content-Length': '10', 'Content-Encoding': 'gzip' }, Buffer.alloc(90))).toBeNull();
});
