import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { useOfAccounts } from './by-account.ts';
import { addUsage } from './store.ts';
import { eventWith } from './testing/event.ts';

const { DIRECTORY } = env;
const dayMs = 86_400_000;
const nowMs = Date.UTC(2050, 5, 15, 12);

beforeEach(async () => {
  await DIRECTORY.batch(
    ['usage', 'key_use', 'account_wallet', 'keys'].map((table) => DIRECTORY.prepare(`DELETE FROM ${table}`)),
  );
  await DIRECTORY.batch([
    ...[
      ['live_of_ada', 'ada', 'hidden-1'],
      ['test_of_ada', 'ada', 'hidden-2'],
      ['live_of_bob', 'bob', 'hidden-3'],
    ].map(([wallet, account, key]) =>
      DIRECTORY.prepare(
        'INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES (?1, ?2, substr(?1, 1, 4), ?3, 1)',
      ).bind(wallet, account, key),
    ),
    DIRECTORY.prepare(
      `INSERT INTO keys (id, wallet, type, hint, created_at, account_id) VALUES ('key-1', 'live_of_ada', 'live', 'abcd', 1, 'ada')`,
    ),
  ]);
});

function called(wallet: string, keyId: string, daysAgo: number) {
  const event = eventWith({ wallet, keyId, atMs: nowMs - daysAgo * dayMs });
  return addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events: [event] }], nowMs);
}

test('calls of both wallets count for 30 days, and the last use is that of any key', async () => {
  await called('live_of_ada', 'key-1', 1);
  await called('live_of_ada', 'key-1', 29);
  await called('live_of_ada', 'key-1', 31);
  await called('test_of_ada', 'hidden-2', 0.5);
  await called('live_of_bob', 'hidden-3', 40);
  await called('live_of_nobody', 'key-9', 0);
  expect(await useOfAccounts(DIRECTORY, ['ada', 'bob', 'carla'], nowMs)).toEqual(
    new Map([
      ['ada', { calls: 3, lastAtMs: nowMs - dayMs / 2 }],
      ['bob', { calls: 0, lastAtMs: nowMs - 40 * dayMs }],
      ['carla', { calls: 0, lastAtMs: null }],
    ]),
  );
});

test('of no account nothing is asked for', async () => {
  expect(await useOfAccounts(DIRECTORY, [], nowMs)).toEqual(new Map());
});
