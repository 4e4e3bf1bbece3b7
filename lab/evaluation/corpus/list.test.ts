import { expect, test } from 'vitest';
import { readList } from './list.ts';
import { sourcePackages, titleOf } from './packages.ts';

const listed = readList();

test('the list has at least 1,200 pictures, each once, all of packages that are known', () => {
  expect(listed.length).toBeGreaterThanOrEqual(1200);
  expect(new Set(listed.map(({ sha256 }) => sha256)).size).toBe(listed.length);
  const titles = new Set(sourcePackages.map(titleOf));
  expect(listed.filter(({ title }) => !titles.has(title))).toEqual([]);
});

test.each([
  [/\.(jpe?g|jpe|jfif)$/i, 60],
  [/\.png$/i, 60],
  [/\.webp$/i, 60],
  [/\.avifs?$/i, 60],
  [/\.(hei[cf]s?|hif)$/i, 20],
  [/\.tiff?$/i, 60],
  [/\.gif$/i, 60],
  [/\.(bmp|dib)$/i, 60],
])('%s: at least %i', (ending, least) => {
  expect(listed.filter(({ path }) => ending.test(path)).length).toBeGreaterThanOrEqual(least);
});
