import { expect, test } from 'vitest';
import { BitReader, HuffmanTable } from './jpeg-entropy.ts';

test('codes of each length, 1 to 16 bits, are read as their symbols', () => {
  // One code of each length: 0, 10, 110 and so on.
  const symbols = Uint8Array.from({ length: 16 }, (_, at) => 100 + at);
  const table = new HuffmanTable(new Uint8Array(16).fill(1), symbols);
  const bits = Array.from(symbols, (_, at) => `${'1'.repeat(at)}0`).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).flatMap((byte) => {
    const value = Number.parseInt(byte, 2);
    return value === 0xff ? [value, 0] : [value];
  });
  const reader = new BitReader(Uint8Array.from(bytes), 0);
  expect(Uint8Array.from(symbols, () => reader.symbol(table))).toEqual(symbols);
  expect(() => reader.symbol(table)).toThrow('ends early');
});
