/** Where the picture is in WebP files, as libwebp finds it. */
import { expect, test } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { lossyParts } from './container.ts';

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

const container = (...chunks: readonly Buffer[]) => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
const extended = (flags: number) => chunk('VP8X', Buffer.of(flags, 0, 0, 0, 1, 0, 0, 1, 0, 0));
const frame = chunk('VP8 ', Buffer.of(1, 2, 3));
const alpha = (...data: number[]) => chunk('ALPH', Buffer.of(...data));
const found = (file: Uint8Array) => {
  const parts = atOnce(lossyParts(file));
  return [[...parts.frame], parts.alpha && [...parts.alpha]];
};

test('a frame comes with the byte that makes its length even', () => {
  expect(found(container(frame))).toEqual([[1, 2, 3, 0], null]);
  expect(found(Buffer.concat([container(frame), Buffer.of(9)]))).toEqual([[1, 2, 3, 0], null]);
});

test('alpha is that of the last chunk before the frame', () => {
  const exif = chunk('EXIF', Buffer.of(5));
  expect(found(container(extended(16), exif, alpha(7), alpha(8, 9, 10), frame, alpha(11)))).toEqual([
    [1, 2, 3, 0],
    [8, 9, 10],
  ]);
  // Without the extended header it is no file.
  expect(() => atOnce(lossyParts(container(alpha(7), frame)))).toThrow(ImageFault);
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.of()],
  ['another container', Buffer.concat([Buffer.from('RIFX'), container(frame).subarray(4)])],
  ['no frame', container(extended(0))],
  ['a lossless picture', container(chunk('VP8L', Buffer.of(1, 2)))],
  ['an animation', container(extended(2), frame)],
  ['another extended header', container(chunk('VP8X', Buffer.alloc(12)), frame)],
  ['a container that ends in the frame', container(frame).subarray(0, -2)],
])('%s is refused', (_what, file) => {
  expect(() => atOnce(lossyParts(file))).toThrow(ImageFault);
});

test('a length of more than there is is refused', () => {
  for (const at of [4, 16, 34]) {
    const file = container(extended(0), frame);
    file.writeUInt32LE(0xffff_fffe, at);
    expect(() => atOnce(lossyParts(file))).toThrow(ImageFault);
  }
});
