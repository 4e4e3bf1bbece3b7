import { expect, it } from 'vitest';
import { formatsOf } from './processor.ts';

const cpuinfo = (flags: string) => `processor\t: 0\nmodel name\t: Some\nflags\t\t: fpu ${flags} sse2\nbugs\t\t: \n`;

it.each([
  ['avx2', ['int7']],
  ['avx2 avx512_vnni', ['int8', 'int7']],
  ['avx2 avx_vnni', ['int8', 'int7']],
  ['avx2 avx512_vnni avx512_bf16', ['bf16', 'int8', 'int7']],
  ['avx2 amx_bf16 amx_int8', ['bf16', 'int8', 'int7']],
  // Part of a longer name is not the flag.
  ['avx512_vnni_of_another_kind', []],
  ['avx', []],
])('%s', (flags, expected) => {
  expect([...formatsOf(cpuinfo(flags))]).toEqual(expected);
});

it('a text without flags names no format', () => {
  expect(formatsOf('Features : fp asimd').size).toBe(0);
});
