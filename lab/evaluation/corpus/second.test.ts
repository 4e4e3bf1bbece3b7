import sharp from 'sharp';
import { expect, test } from 'vitest';
import { remarkOfLibjpeg } from './second.ts';

test('each of many JPEGs at a time gets the remark on itself', async () => {
  const create = { width: 400, height: 300, channels: 3 as const, background: 'red' };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const whole = await sharp({ create: { ...create, noise } })
    .jpeg()
    .toBuffer();
  const scan = whole.indexOf(Buffer.of(0xff, 0xda));
  const cut = Buffer.concat([whole.subarray(0, scan + 400), Buffer.of(0xff, 0xd9)]);
  const endless = whole.subarray(0, scan + 400);
  const files = Array.from({ length: 30 }, (_, index) => [whole, cut, endless][index % 3]);
  const remarks = await Promise.all(files.map(remarkOfLibjpeg));
  const own = await Promise.all([whole, cut, endless].map(remarkOfLibjpeg));
  expect(own[0]).toBeNull();
  expect(own[1]).toContain('premature end');
  expect(own[2]).toContain('VipsJpeg: ');
  expect(own[2]).not.toBe(own[1]);
  for (const [index, remark] of remarks.entries()) expect(remark).toBe(own[index % 3]);
});
