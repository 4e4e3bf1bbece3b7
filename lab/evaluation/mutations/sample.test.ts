import { expect, test } from 'vitest';
import type { Mutant } from './mutants.ts';
import { drawn, oneAnswerEach, partOf, readPart } from './sample.ts';

const mutant = (file: string, start: number, operator = 'boundary', to = '<'): Mutant => {
  return { file, line: 1, operator, start, end: start + 1, from: '<=', to };
};
const twelve = [...Array(10).keys()].map((at) => mutant('a.ts', at)).concat([mutant('b.ts', 1), mutant('b.ts', 2)]);

test('the same seed draws the same mutants, whatever order they come in, and another draws others', () => {
  expect(drawn([...twelve].reverse(), 7)).toEqual(drawn(twelve, 7));
  expect(drawn(twelve, 8)).not.toEqual(drawn(twelve, 7));
  expect(drawn(twelve, 7)).toHaveLength(12);
});

test('each file has its turn before any has its next', () => {
  const files = drawn(twelve, 1).map(({ file }) => file);
  expect([...files.slice(0, 2)].sort()).toEqual(['a.ts', 'b.ts']);
  expect([...files.slice(2, 4)].sort()).toEqual(['a.ts', 'b.ts']);
});

test('answers of one place stay together, and the first of them is the one', () => {
  const answers = ['null', '[]', '0'].map((to) => mutant('a.ts', 50, 'answer', to));
  const order = drawn([...twelve, ...answers], 3);
  const first = order.findIndex(({ operator }) => operator === 'answer');
  expect(order.slice(first, first + 3).map(({ to }) => to)).toEqual(['null', '[]', '0']);
  expect(
    oneAnswerEach(order)
      .filter(({ operator }) => operator === 'answer')
      .map(({ to }) => to),
  ).toEqual(['null']);
  expect(oneAnswerEach(order)).toHaveLength(13);
});

test('parts share out all mutants, each of them once, and differ by one in their length', () => {
  const parts = [1, 2, 3].map((number) => partOf(twelve.slice(1), { number, of: 3 }));
  expect(parts.flat().toSorted((one, other) => twelve.indexOf(one) - twelve.indexOf(other))).toEqual(twelve.slice(1));
  expect(parts.map(({ length }) => length)).toEqual([4, 4, 3]);
});

test('a part is one of so many', () => {
  expect(readPart('2/3')).toEqual({ number: 2, of: 3 });
  for (const text of ['0/3', '4/3', '1/0', '2', '', '1/2/3', '-1/2']) expect(() => readPart(text)).toThrow('as 2/3');
});
