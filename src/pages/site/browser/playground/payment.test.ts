import { expect, it } from 'vitest';
import { payerOf } from './payment.ts';

it('calls share their names within one wallet of one account, or one key; the trial has none', () => {
  const wallet = { kind: 'wallet', csrfToken: 'token', account: 'account-1', type: 'test' } as const;
  const payers = [
    payerOf(wallet),
    payerOf({ ...wallet, type: 'live' }),
    payerOf({ ...wallet, account: 'account-2' }),
    payerOf({ kind: 'key', key: 'test_abc' }),
    payerOf({ kind: 'trial', csrfToken: 'token', maxPixels: 250_000 }),
  ];
  expect(new Set(payers).size).toBe(payers.length);
  expect(payers.at(-1)).toBeNull();
  expect(payerOf({ ...wallet, csrfToken: 'the token of another session' })).toBe(payers[0]);
});
