import { expect, test } from 'vitest';
import { keptBytes } from '#kernels';
import { bytes, doubles, floats, integers, layOut } from './memory.ts';

test('arrays are apart, aligned, with room for a vector behind each', () => {
  const { arrays } = layOut({ a: bytes(1), b: integers(3), c: floats(0), d: doubles(5), e: bytes(33) });
  const all = Object.values(arrays);
  expect(all.map(({ length }) => length)).toEqual([1, 3, 0, 5, 33]);
  for (const { byteOffset } of all) expect(byteOffset % 16).toBe(0);
  for (const [index, { byteOffset }] of all.slice(1).entries()) {
    expect(byteOffset - (all[index].byteOffset + all[index].byteLength)).toBeGreaterThanOrEqual(16);
  }
  const last = all[all.length - 1];
  expect(last.byteOffset + last.byteLength + 16).toBeLessThanOrEqual(last.buffer.byteLength);
});

test('memory is used again, and what is large is not kept', () => {
  const small = layOut({ a: bytes(1000) });
  expect(layOut({ a: bytes(2000) }).kernels).toBe(small.kernels);
  const large = layOut({ a: bytes(keptBytes + 1) });
  expect(large.arrays.a.length).toBe(keptBytes + 1);
  expect(layOut({ a: bytes(1000) }).kernels).not.toBe(large.kernels);
});
