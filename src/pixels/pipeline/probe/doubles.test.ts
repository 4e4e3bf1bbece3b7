/** Metadata that a file has twice: the first counts, in every format that can say which way up it is. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exif, jpeg, png, small, webp } from '../testing/exif-files.ts';
import { probe } from './probe.ts';

const report = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../test/fixtures/reports/${name}`, import.meta.url)));

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
