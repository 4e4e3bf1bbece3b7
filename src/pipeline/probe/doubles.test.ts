/** Metadata that a file has twice: the first counts, in every format that can say which way up it is. */
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { probe } from './probe.ts';

const report = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../test/fixtures/reports/${name}`, import.meta.url)));

/** An EXIF block whose one directory has these orientations, in this order. */
function exif(...orientations: readonly number[]): Buffer {
  const block = Buffer.alloc(14 + orientations.length * 12);
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(orientations.length, 8);
  orientations.forEach((value, index) => {
    const at = 10 + index * 12;
    block.writeUInt16BE(274, at);
    block.writeUInt16BE(3, at + 2);
    block.writeUInt32BE(1, at + 4);
    block.writeUInt16BE(value, at + 8);
  });
  return block;
}

const small = sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } });

async function jpeg(...blocks: readonly Buffer[]): Promise<Uint8Array> {
  const file = await small.clone().jpeg().toBuffer();
  const segments = blocks.map((block) => {
    const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), block]);
    segment.writeUInt16BE(segment.length - 2, 2);
    return segment;
  });
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
}

async function png(...blocks: readonly Buffer[]): Promise<Uint8Array> {
  const file = await small.clone().png().toBuffer();
  const chunks = blocks.map((block) => {
    const chunk = Buffer.concat([Buffer.from('\0\0\0\0eXIf', 'latin1'), block, Buffer.alloc(4)]);
    chunk.writeUInt32BE(block.length);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    return chunk;
  });
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
}

async function webp(...blocks: readonly Buffer[]): Promise<Uint8Array> {
  const file = await small.clone().webp().toBuffer();
  const chunks = blocks.map((block) => {
    const chunk = Buffer.concat([Buffer.from('EXIF\0\0\0\0'), block]);
    chunk.writeUInt32LE(block.length, 4);
    return chunk;
  });
  const whole = Buffer.concat([file, ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

describe.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', webp],
] as const)('%s', (_format, make) => {
  it.each([
    ['6, then 1', [exif(6), exif(1)], 6],
    ['1, then 6', [exif(1), exif(6)], 1],
    ['6, then none', [exif(6), exif()], 6],
    ['none, then 6', [exif(), exif(6)], 1],
    ['two entries of one block', [exif(8, 3)], 8],
    ['one block', [exif(5)], 5],
    ['no block', [], 1],
  ])('%s', async (_what, blocks, orientation) => {
    expect(probe(await make(...blocks)).orientation).toBe(orientation);
  });
});

it('TIFF: the first of two entries', async () => {
  const file = await small.clone().withMetadata({ orientation: 6 }).tiff().toBuffer();
  expect(probe(file).orientation).toBe(6);
  // The tag after it becomes a second one.
  const at = file.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]));
  expect(at).toBeGreaterThan(0);
  file.set(file.subarray(at, at + 12), at + 12);
  file.writeUInt16LE(3, at + 20);
  expect(probe(file).orientation).toBe(6);
});

it.each([
  ['jpeg-two-exif-6-then-1.jpg', 6],
  ['jpeg-two-exif-6-then-none.jpg', 6],
  ['jpeg-two-exif-8-then-3.jpg', 8],
])('%s', (name, orientation) => {
  expect(probe(report(name)).orientation).toBe(orientation);
});
