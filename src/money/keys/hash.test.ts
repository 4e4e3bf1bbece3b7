import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKey } from './format.ts';
import { hashKey } from './hash.ts';

test('the hash of a key is its HMAC-SHA-256 in lower-case hexadecimal, as Node makes it', async () => {
  for (const secret of ['s', 'a secret of this deployment', 'ü'.repeat(100)]) {
    const key = await createKey('live', secret);
    expect(await hashKey(key, secret)).toBe(createHmac('sha256', secret).update(`key:${key}`).digest('hex'));
  }
});

test('hashes differ by key and by secret', async () => {
  const [one, other] = [await createKey('live', 'a'), await createKey('live', 'a')];
  const hashes = await Promise.all([hashKey(one, 'a'), hashKey(other, 'a'), hashKey(one, 'b')]);
  expect(new Set(hashes).size).toBe(3);
});
