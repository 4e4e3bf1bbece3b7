import { expect, test } from 'vitest';
import { dueNotices } from './due.ts';

const nowMs = Date.UTC(2050, 0, 1);
const dayMs = 86_400_000;

test.each([
  ['all of it left', 100, 100, 300, []],
  ['79 % used', 21, 100, 300, []],
  ['80 % used', 20, 100, 300, ['mostly-used']],
  ['one left', 1, 100, 300, ['mostly-used']],
  ['all used', 0, 100, 300, ['used-up']],
  ['never any', 0, 0, 300, []],
  ['a credit that is the only one', 1, 1, 300, []],
  ['15 days left', 100, 100, 14.01, []],
  ['14 days left', 100, 100, 14, ['expiry']],
  ['mostly used, and soon gone', 10, 100, 1, ['mostly-used', 'expiry']],
  ['nothing that could expire', 0, 100, 1, ['used-up']],
  ['expired', 100, 100, 0, []],
] as const)('%s', (_, balance, balanceAfter, days, due) => {
  const lastGrant = { sequence: 1, balanceAfter };
  expect(dueNotices({ balance, expiresAtMs: nowMs + days * dayMs, lastGrant }, nowMs)).toEqual(due);
});

test('a wallet without a grant', () => {
  expect(dueNotices({ balance: 0, expiresAtMs: nowMs, lastGrant: null }, nowMs)).toEqual([]);
});
