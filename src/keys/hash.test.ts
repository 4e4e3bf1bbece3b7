import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createKey } from './format.ts';
import { hashKey } from './hash.ts';

describe('the hash of a key', () => {
  afterEach(() => vi.restoreAllMocks());

  test('is HMAC-SHA-256 in lower-case hexadecimal, as Node makes it', async () => {
    for (const secret of ['s', 'a secret of this deployment', 'ü'.repeat(100)]) {
      const key = createKey('live');
      expect(await hashKey(key, secret)).toBe(createHmac('sha256', secret).update(key).digest('hex'));
    }
  });

  test('differs by key and by secret', async () => {
    const [one, other] = [createKey('live'), createKey('live')];
    const hashes = await Promise.all([hashKey(one, 'a'), hashKey(other, 'a'), hashKey(one, 'b')]);
    expect(new Set(hashes).size).toBe(3);
  });

  test('a secret is imported once while it stays the same', async () => {
    const key = createKey('test');
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    const before = await hashKey(key, 'first');
    await hashKey(key, 'first');
    expect(importKey).toHaveBeenCalledTimes(1);
    await hashKey(key, 'second');
    expect(await hashKey(key, 'first')).toBe(before);
    expect(importKey).toHaveBeenCalledTimes(3);
  });

  test('calls at the same time with different secrets do not mix', async () => {
    const key = createKey('test');
    const secrets = Array.from({ length: 20 }, (_, index) => `secret ${index % 3}`);
    const hashes = await Promise.all(secrets.map((secret) => hashKey(key, secret)));
    for (const [index, secret] of secrets.entries()) {
      expect(hashes[index]).toBe(createHmac('sha256', secret).update(key).digest('hex'));
    }
  });

  test('an empty secret is refused', async () => {
    await expect(hashKey(createKey('live'), '')).rejects.toThrow('KEY_HASH_SECRET is empty');
  });
});
