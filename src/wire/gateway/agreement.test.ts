import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOf, type Served, servedOf } from './agreement.ts';

const served = (word: string | null): Served | null => (word === null ? null : { weights: word, pipeline: 'a' });
const of = (words: string) => agreementOf([...words].map((word) => served(word === '-' ? null : word)));
const odd = (words: string) =>
  of(words)
    .isOdd.map((isOdd) => (isOdd ? 'x' : '.'))
    .join('');

test.each([
  ['aaa', '...', false],
  ['aab', '..x', false],
  ['ab', '..', true],
  ['abc', '...', true],
  ['aabb', '....', true],
  ['aabbc', '....x', true],
  ['aa-b', '...x', false],
  ['a--', '...', false],
  ['---', '...', false],
])('of %s those are odd: %s, tied: %s', (words, isOdd, isTied) => {
  expect([odd(words), of(words).isTied]).toEqual([isOdd, isTied]);
});

test('another version of the pipeline counts as other weights do', () => {
  const [one, other] = [served('a'), { weights: 'a', pipeline: 'b' }];
  expect(agreementOf([one, other, one]).isOdd).toEqual([false, true, false]);
});

test('some are never odd, whatever is served, and what does not say is none', () => {
  const word = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
      const { isOdd, isTied } = agreementOf(words.map(served));
      expect(isOdd).toContain(false);
      for (const [index, each] of words.entries()) if (each === null) expect(isOdd[index]).toBe(false);
      const right = words.filter((_, index) => !isOdd[index]).filter((each) => each !== null);
      const wrong = words.filter((_, index) => isOdd[index]);
      for (const each of wrong) {
        const count = (list: readonly unknown[], which: unknown) => list.filter((item) => item === which).length;
        for (const kept of right) expect(count(words, kept)).toBeGreaterThan(count(words, each));
      }
      expect(isTied).toBe(new Set(right).size > 1);
    }),
  );
});

test.each([
  [
    { 'X-Weights': '0a', 'X-Pipeline': 'ff' },
    { weights: '0a', pipeline: 'ff' },
  ],
  [{ 'X-Weights': '0a' }, null],
  [{ 'X-Weights': '0a', 'X-Pipeline': 'not hexadecimal' }, null],
  [{}, null],
])('readiness with %j says %j', (headers, said) => {
  expect(servedOf(new Response(null, { headers: headers as Record<string, string> }))).toEqual(said);
});
