import { expect, test } from 'vitest';
import { found, type IndexEntry } from './search.ts';

const entry = (title: string, of: string, text = ''): IndexEntry => ({
  kind: 'field',
  title,
  of,
  path: `/${title}`,
  text,
});
const entries = [
  entry('max_size', 'cutout', 'Longest side of the crop'),
  entry('crop_margin', 'cutout', 'Room around it'),
  entry('crop', 'cutout', 'What is cut off'),
  entry('crop', 'matte', 'What is cut off'),
  entry('Rate limit', 'Crops and more'),
];
const titles = (query: string) => found(entries, query).map(({ title, of }) => `${title}, ${of}`);

test('what is called so comes before what begins so, what belongs to it, and what says it', () => {
  expect(titles('CROP')).toEqual([
    'crop, cutout',
    'crop, matte',
    'crop_margin, cutout',
    'Rate limit, Crops and more',
    'max_size, cutout',
  ]);
});

test('every word has to be there', () => {
  expect(titles(' crop  matte ')).toEqual(['crop, matte']);
  expect(titles('crop tensor')).toEqual([]);
});

test('no word finds nothing, and of many only some are shown', () => {
  expect(titles('  ')).toEqual([]);
  expect(
    found(
      Array.from({ length: 100 }, () => entries[0]),
      'size',
    ),
  ).toHaveLength(24);
});
