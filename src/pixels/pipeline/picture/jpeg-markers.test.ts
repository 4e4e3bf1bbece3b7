/** How many scans a JPEG file has, by its markers alone. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../contract/limits.ts';
import { probe } from '../probe/probe.ts';
import { jpegOfScans, withLastScan } from '../testing/jpeg-scans.ts';
import { checkSize } from './size.ts';

const photo = readFileSync(new URL('../../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url));
const scansOf = (file: Uint8Array) => probe(file).scans;

describe('counted', () => {
  test('one of a baseline file, and as many as were written of a progressive one', async () => {
    expect(scansOf(photo)).toBe(1);
    const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer();
    expect(scansOf(progressive)).toBe(10);
    expect(scansOf(withLastScan(progressive, 40))).toBe(49);
    expect(scansOf(jpegOfScans(128))).toBe(128);
  });

  test('with or without an end marker, and none of what follows it', () => {
    const file = jpegOfScans(5);
    expect(scansOf(file.subarray(0, -2))).toBe(5);
    expect(scansOf(Buffer.concat([file, file]))).toBe(5);
  });

  test('none within a segment between scans, nor a stuffed, filled or restart marker of its codes', () => {
    const file = jpegOfScans(5);
    const at = file.lastIndexOf(Buffer.of(0xff, 0xda));
    const comment = Buffer.of(0xff, 0xfe, 0, 6, 0xff, 0xda, 0, 0);
    const codes = Buffer.of(0x12, 0xff, 0x00, 0xda, 0xff, 0xd0, 0x34, 0xff, 0x01);
    expect(scansOf(Buffer.concat([file.subarray(0, at), codes, comment, file.subarray(at)]))).toBe(5);
    const filled = Buffer.concat([file.subarray(0, at), Buffer.of(0xff, 0xff), file.subarray(at)]);
    expect(scansOf(filled)).toBe(5);
  });

  test('those before a segment that the file cuts off', () => {
    const file = jpegOfScans(5);
    const at = file.lastIndexOf(Buffer.of(0xff, 0xda));
    for (const kept of [1, 2, 3]) expect(scansOf(file.subarray(0, at + kept))).toBe(kept < 2 ? 4 : 5);
  });
});

test('a file of 65 kB that goes over 10 megapixels a hundred times is refused before a code is walked', async () => {
  const flat = await sharp({ create: { width: 3800, height: 2800, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const check = (file: Uint8Array) => checkSize(probe(file), file.length, defaultLimits);
  expect(() => check(flat)).not.toThrow();
  expect(() => check(withLastScan(flat, 92))).toThrow('more than 100 scans');
  expect(() => check(withLastScan(flat, 90))).toThrow('too many scans for its size');
});
