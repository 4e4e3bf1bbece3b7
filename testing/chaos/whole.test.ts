/** Bodies that are whole, and the same ones broken. */
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { noise } from '../photos.ts';
import { pngWith } from '../png.ts';
import { faultOf } from './whole.ts';

const header = { widthPx: 40, heightPx: 30, bitDepth: 8, colourType: 6 };
const cutout = operationNamed('image-without-background');
const base64 = operationNamed('image-without-background-base64');
let png: Buffer;

beforeAll(() => {
  const rows = Array.from({ length: 30 }, (_, row) => Buffer.concat([Buffer.alloc(1), noise(160, row + 1)]));
  png = pngWith(header, deflateSync(Buffer.concat(rows)));
});

const json = (content: Buffer) =>
  Buffer.from(JSON.stringify({ img_without_background_base64: content.toString('base64') }));

test('a whole picture has no fault', async () => {
  expect(await faultOf(cutout, png, header, true)).toBeNull();
  expect(await faultOf(base64, json(png), header, true)).toBeNull();
});

describe('a fault is', () => {
  test.each([1, 12, 13, 500, 2000])('a picture less its last %i bytes', async (missing) => {
    const cut = png.subarray(0, png.length - missing);
    expect(await faultOf(cutout, cut, header, false)).not.toBeNull();
    expect(await faultOf(base64, json(cut), header, false)).not.toBeNull();
  });

  test('JSON cut in its Base64', async () => {
    expect(await faultOf(base64, json(png).subarray(0, 900), header, false)).toContain('cannot be parsed');
  });

  test('another size, no picture, something after the end', async () => {
    expect(await faultOf(cutout, png, { widthPx: 41, heightPx: 30 }, false)).toContain('40×30');
    expect(await faultOf(cutout, Buffer.from('{}'), header, false)).toContain('no PNG');
    expect(await faultOf(base64, Buffer.from('{}'), header, false)).toContain('without a picture');
    expect(await faultOf(cutout, Buffer.concat([png, png]), header, false)).toContain('after the end');
  });

  test('a byte that changed', async () => {
    const changed = Buffer.from(png);
    changed[200] ^= 1;
    expect(await faultOf(cutout, changed, header, false)).toContain('checksum');
  });

  test('pixels that are missing inside a proper file', async () => {
    const short = pngWith(header, deflateSync(Buffer.alloc(161 * 10)));
    expect(await faultOf(cutout, short, header, false)).toBeNull();
    expect(await faultOf(cutout, short, header, true)).toContain('does not decode');
  });
});
