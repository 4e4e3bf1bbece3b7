import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hmac } from './hmac.ts';

const hexadecimal = async (text: string, secret: string) => Buffer.from(await hmac(text, secret)).toString('hex');

describe('an HMAC', () => {
  afterEach(() => vi.restoreAllMocks());

  test('imports each of two secrets once', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    const before = await hexadecimal('text', 'first');
    await hmac('text', 'first');
    expect(importKey).toHaveBeenCalledTimes(1);
    await hmac('text', 'second');
    expect(await hexadecimal('text', 'first')).toBe(before);
    expect(importKey).toHaveBeenCalledTimes(2);
  });

  test('does not mix calls at the same time with different secrets', async () => {
    const secrets = Array.from({ length: 20 }, (_, index) => `secret ${index % 3}`);
    const made = await Promise.all(secrets.map((secret) => hexadecimal('text', secret)));
    for (const [index, secret] of secrets.entries()) {
      expect(made[index]).toBe(createHmac('sha256', secret).update('text').digest('hex'));
    }
  });

  test('under an empty secret is refused', async () => {
    await expect(hmac('text', '')).rejects.toThrow('KEY_HASH_SECRET is empty');
  });
});
