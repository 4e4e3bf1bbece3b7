import { expect, test } from 'vitest';
import { seal, unseal } from './sealing.ts';

const secret = 'a secret of this test';

test('a text is read again with its purpose and its secret alone', async () => {
  const sealed = await seal('Grüße', 'mail:ada', secret);
  expect(sealed).toMatch(/^[-\w]+$/);
  expect(await unseal(sealed, 'mail:ada', [secret])).toBe('Grüße');
  expect(await unseal(sealed, 'mail:bob', [secret])).toBeNull();
  expect(await unseal(sealed, 'mail:ada', ['another secret'])).toBeNull();
});

test('what was changed, cut or never sealed is not read', async () => {
  const sealed = await seal('text', 'purpose', secret);
  const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);
  for (const wrong of [changed, sealed.slice(0, -2), '', 'never sealed']) {
    expect(await unseal(wrong, 'purpose', [secret])).toBeNull();
  }
});

test('a nonce of 96 bits (NIST SP 800-38D), new each time, and a tag of 128 are before and after it', async () => {
  const sealed = [await seal('text', 'purpose', secret), await seal('text', 'purpose', secret)];
  expect(sealed[0]).not.toBe(sealed[1]);
  expect(sealed.map((it) => Buffer.from(it, 'base64url').length)).toEqual([12 + 4 + 16, 12 + 4 + 16]);
});
