import { expect, test } from 'vitest';
import { base64Of, bytesOf } from './base64.ts';
import { gathered } from './streams.ts';

test('Base64 of any length in any pieces is that of Node, and comes back', async () => {
  for (const [length, size] of [
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 2],
    [1000, 7],
    [70_000, 70_000],
    [70_001, 24_577],
  ]) {
    const bytes = Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7919) >> 4));
    async function* pieces() {
      for (let at = 0; at < length; at += size) yield bytes.subarray(at, at + size);
    }
    const text = Buffer.from(await gathered(base64Of(pieces()))).toString();
    expect(text).toBe(bytes.toString('base64'));
    expect(Buffer.from(bytesOf(text)).equals(bytes)).toBe(true);
  }
});
