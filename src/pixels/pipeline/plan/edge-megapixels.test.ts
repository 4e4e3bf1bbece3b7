/** The largest pictures of the edge, as `/healthz` tells them and as docs/capacity.md does. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../../contract/limits.ts';
import { inProject } from '../../../local/root.ts';
import { edgeMegapixels } from './edge-megapixels.ts';

const ofEdge = edgeMegapixels(defaultLimits);
const all = Math.floor(defaultLimits.maxPixels / 100_000) / 10;

/** Rows of the table by their kind. */
const rows = {
  jpeg: 'larger JPEG, by rows',
  png: 'larger PNG or WebP,',
  jpeg_rotated: 'larger JPEG, EXIF-rotated',
  jpeg_mirrored: 'larger JPEG, mirrored',
  jpeg_progressive_420: 'progressive JPEG, 4:2:0',
  jpeg_progressive_444: 'progressive JPEG, 4:4:4',
  png_turned: 'turned PNG',
  png_interlaced: 'interlaced PNG',
  webp: 'larger PNG or WebP,',
  webp_turned: 'larger JPEG, mirrored',
  webp_alpha: 'WebP with alpha',
  webp_lossless: 'lossless WebP',
};

test.each(Object.entries(rows))('of %s: the table has the row “%s”', (kind, row) => {
  const table = readFileSync(inProject('docs/capacity.md'), 'utf8');
  const line = table.split('\n').find((each) => each.trim().startsWith(`| ${row}`));
  const [, , , largest] = (line ?? '').split('|').map((cell) => cell.trim());
  expect(Object.keys(ofEdge).sort()).toEqual(Object.keys(rows).sort());
  expect(largest === 'all' ? all : Number(largest)).toBe(ofEdge[kind as keyof typeof rows]);
});

test('is what any picture may have, where that is less', () => {
  expect(edgeMegapixels({ maxPixels: 5_000_000 })).toMatchObject({ jpeg: 5, png: 5, webp_lossless: 4.4 });
});
