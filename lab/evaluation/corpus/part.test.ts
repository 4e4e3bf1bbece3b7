import { expect, test } from 'vitest';
import { partOf } from './part.ts';

const pictures = Array.from({ length: 40 }, (_, index) => ({
  title: 'package 1',
  sha256: `${index}`,
  path: `${index}.${index % 2 === 0 ? 'png' : 'jpeg'}`,
}));

test('a part is the same for a seed, another for another, and has as many of each ending', () => {
  const part = partOf(pictures, '1', 5);
  expect(part).toHaveLength(10);
  expect(part.filter(({ path }) => path.endsWith('png'))).toHaveLength(5);
  expect(partOf([...pictures].reverse(), '1', 5)).toEqual(part);
  expect(partOf(pictures, '2', 5)).not.toEqual(part);
});

test('two endings of one format are one', () => {
  const both = [
    { title: 'package 1', sha256: 'a', path: 'a.JPG' },
    { title: 'package 1', sha256: 'b', path: 'b.jpeg' },
  ];
  expect(partOf(both, '1', 1)).toHaveLength(1);
});
