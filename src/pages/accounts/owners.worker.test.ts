import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { ownedWallets, ownersOf } from './owners.ts';

const { DIRECTORY } = env;

beforeAll(async () => {
  const account = (id: string, verified: number) =>
    DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt)
       VALUES (?1, '', ?1 || '@example.org', ?2, '', '', '')`,
    ).bind(id, verified);
  const wallet = (name: string, accountId: string | null, openedAt: number | null) =>
    DIRECTORY.prepare(
      `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at, opened_at)
       VALUES (?1, ?2, substr(?1, 1, 4), '', 0, ?3)`,
    ).bind(name, accountId, openedAt);
  await DIRECTORY.batch([
    ...[account('ada', 1), account('bob', 0)],
    ...[wallet('live_1', 'ada', 1), wallet('test_1', 'ada', 1), wallet('live_2', 'bob', 1)],
    ...[wallet('live_3', null, 1), wallet('test_4', 'bob', null)],
  ]);
});

test('an owner is named for each wallet that is asked for, where the address is proven', async () => {
  const owners = await ownersOf(['live_1', 'live_2', 'live_3', 'nowhere'], DIRECTORY);
  expect(owners).toEqual([{ wallet: 'live_1', type: 'live', email: 'ada@example.org' }]);
  expect(await ownersOf(['test_1', 'live_1'], DIRECTORY)).toHaveLength(2);
  expect(await ownersOf([], DIRECTORY)).toEqual([]);
});

test('wallets of somebody are listed page by page, those that were opened and are not nobody’s', async () => {
  expect(await ownedWallets(DIRECTORY, '', 10)).toEqual(['live_1', 'live_2', 'test_1']);
  expect(await ownedWallets(DIRECTORY, '', 2)).toEqual(['live_1', 'live_2']);
  expect(await ownedWallets(DIRECTORY, 'live_2', 2)).toEqual(['test_1']);
  expect(await ownedWallets(DIRECTORY, 'test_1', 2)).toEqual([]);
});
