import { expect, test } from 'vitest';
import { mutantsOf, mutated } from './mutants.ts';

/** Every mutant of a text, by operator, as the text that it becomes. */
function faults(text: string): string[] {
  return mutantsOf('a.ts', text).map((mutant) => `${mutant.operator}: ${mutated(text, mutant)}`);
}

test.each<[string, string[]]>([
  ['a < b;', ['statement: ;', 'boundary: a <= b;']],
  ['x = (a) >= /* < */ b;', ['statement: ;', 'boundary: x = (a) > /* < */ b;']],
  ['x = a === b;', ['statement: ;', 'equality: x = a !== b;']],
  ['x = a + b * c;', ['statement: ;', 'arithmetic: x = a - b * c;', 'arithmetic: x = a + b / c;']],
  ['n++;', ['statement: ;', 'arithmetic: n--;']],
  ['n += m;', ['statement: ;', 'arithmetic: n -= m;']],
  ['f(a && b);', ['statement: ;', 'logical: f(a || b);']],
  ['f(a ?? b);', ['statement: ;', 'default: f((a));']],
  ['f(7);', ['statement: ;', 'constant: f(8);', 'constant: f(6);']],
  ['f(0);', ['statement: ;', 'constant: f(1);', 'constant: f((-1));']],
  ['f(true);', ['statement: ;', 'boolean: f(false);']],
  ["f('a');", ['statement: ;', "string: f('');"]],
  ['f(`a`);', ['statement: ;', "string: f('');"]],
  ['await f();', ['statement: ;', 'await: f();']],
  ['Math.max(a);', ['statement: ;', 'method: Math.min(a);']],
  ['if (a) {}', ['condition: if (!(a)) {}']],
  ['if (!a) {}', ['condition: if ((a)) {}']],
  ['if (a !== b) {}', ['equality: if (a === b) {}']],
  ['function f(a = b) {}', ['default: function f(a) {}']],
  ["throw new Error('why');", ['statement: ;']],
])('%s', (text, due) => {
  expect(faults(text).sort()).toEqual([...due].sort());
});

test('a returned value becomes each empty value in turn; types rule some out later', () => {
  const empty = ['null', 'undefined', '[]', "''", '0', 'false', 'true'];
  expect(faults('const f = () => a;')).toEqual(empty.map((value) => `answer: const f = () => ${value};`));
  expect(faults('function f() { return a; }')).toEqual(
    empty.map((value) => `answer: function f() { return ${value}; }`),
  );
});

test('what has no value at run time is left alone', () => {
  const types = "type T = 'a' | 1; interface I { a: 'b' } import type { A } from 'a'; let x: 'a' | 2; f<'a'>;";
  expect(faults(types)).toEqual([`statement: ${types.replace(" f<'a'>;", ' ;')}`]);
});

test('of an element what it decides is mutated, and neither its words nor its attributes', () => {
  const text = 'const x = <p class="note">{a && <b title="c">d</b>}</p>;';
  const found = mutantsOf('a.tsx', text).map((mutant) => `${mutant.operator}: ${mutated(text, mutant)}`);
  expect(found).toEqual(['logical: const x = <p class="note">{a || <b title="c">d</b>}</p>;']);
});

test('what only the log hears is left alone, and a name is no text', () => {
  expect(faults("const x = { 'a-b': y }; log('warning', 'what');")).toEqual(["statement: const x = { 'a-b': y }; ;"]);
});

test('each has its place, in offsets of UTF-16 also after an emoji', () => {
  const [, mutant] = mutantsOf('a.ts', '// 🙂 é\nf(a > b);');
  expect(mutant).toMatchObject({ file: 'a.ts', line: 2, from: '>', to: '>=' });
});
