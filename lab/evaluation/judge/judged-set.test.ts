import { expect, it } from 'vitest';
import { drawSet, parseKey } from './judged-set.ts';

const photos = ['one', 'two', 'three', 'four'].map((name) => ({ name, same: name === 'two' }));

/** Numbers of a list, then of it again. */
function numbers(...list: readonly number[]): () => number {
  let next = 0;
  return () => list[next++ % list.length];
}

it('shows each answer once and each pair that differs once, under numbers of their own', () => {
  const set = drawSet(photos, {}, numbers(0.1, 0.9, 0.4, 0.6));
  expect(set.same).toEqual(['two']);
  expect(set.pairs.map(({ number }) => number)).toEqual(['P001', 'P002', 'P003']);
  expect(set.pairs.map(({ photo }) => photo).toSorted()).toEqual(['four', 'one', 'three']);
  expect(set.singles.map(({ number }) => number)).toEqual(['S001', 'S002', 'S003', 'S004']);
  expect(set.singles.map(({ photo }) => photo).toSorted()).toEqual(['four', 'one', 'three', 'two']);
});

it('draws order and sides', () => {
  const set = drawSet(photos, {}, numbers(0.1, 0.9, 0.4, 0.6, 0.7, 0.2, 0.3));
  expect(set.pairs).toEqual([
    { number: 'P001', photo: 'one', A: 'before' },
    { number: 'P002', photo: 'four', A: 'after' },
    { number: 'P003', photo: 'three', A: 'before' },
  ]);
  expect(set.singles.map(({ photo }) => photo)).toEqual(['three', 'four', 'one', 'two']);
});

it('is read back from the key', () => {
  const set = drawSet(photos, { one: ['pet'] }, numbers(0.5));
  expect(parseKey(JSON.stringify(set))).toEqual(set);
  expect(() => parseKey('{"singles": []}')).toThrow();
});
