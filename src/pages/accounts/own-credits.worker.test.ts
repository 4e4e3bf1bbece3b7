import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import type { Entry } from '../../contract/account.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { allMovements, ownMovements, ownWallets } from './own-credits.ts';
import { makeKey } from './own-keys.ts';
import { type AccountWallet, walletsOf } from './wallets.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret' };
const { LEDGERS } = bindings;
const accountId = 'an account';

function setupWith(changes: Partial<AccountsEnv> = {}): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();
let wallet: AccountWallet;

beforeAll(async () => {
  [wallet] = await walletsOf(accountId, setup);
});

const entry: Entry = {
  sequence: 1,
  atMs: 0,
  kind: 'charge',
  amount: -1,
  keyId: null,
  requestId: null,
  reference: null,
  missing: 0,
  balanceAfter: 0,
};

/** A ledger whose entries are these, oldest first. @returns with the lengths of the pages that were asked for */
function withEntries(entries: readonly Entry[]): { readonly setup: AccountsSetup; readonly asked: number[] } {
  const asked: number[] = [];
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        if (called !== 'entries') return (...given: unknown[]) => Reflect.get(ledger, called)(...given);
        return async (length: number, before: number | null) => {
          asked.push(length);
          const older = entries.filter(({ sequence }) => before === null || sequence < before);
          return older.reverse().slice(0, length);
        };
      },
    });
  return { setup: setupWith({ LEDGERS: { getByName } }), asked };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ ...entry, sequence: index + 1 }));

test('the wallets of an account are listed with their balances, test first', async () => {
  const terms = { credits: 7, expiresAtMs: null, reference: null };
  const [, live] = await walletsOf(accountId, setup);
  await LEDGERS.getByName(live.wallet).topUp(live.hiddenKeyId, terms);
  const wallets = await ownWallets(accountId, setup);
  expect(wallets.map(({ type, state }) => [type, state.balance])).toEqual([
    ['test', 0],
    ['live', 7],
  ]);
});

test('a ledger that has lost its wallet is no empty one', async () => {
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), { get: () => async () => null }) as ReturnType<typeof LEDGERS.getByName>;
  await expect(ownWallets(accountId, setupWith({ LEDGERS: { getByName } }))).rejects.toThrow(
    `The ledger of ${wallet.wallet} is empty`,
  );
});

test('a page has as many movements as it is asked for, newest first', async () => {
  const { setup: ledger } = withEntries(numbered(6));
  const page = await ownMovements(accountId, wallet, { length: 3, beforeSequence: null }, ledger);
  expect([page.movements.map(({ sequence }) => sequence), page.more]).toEqual([[6, 5, 4], true]);
});

test('the last page says that nothing follows, also where it is full', async () => {
  const { setup: ledger } = withEntries(numbered(6));
  const page = await ownMovements(accountId, wallet, { length: 3, beforeSequence: 4 }, ledger);
  expect([page.movements.map(({ sequence }) => sequence), page.more]).toEqual([[3, 2, 1], false]);
});

test('a movement names the key that made it; the hidden key is the playground, and credits that come have none', async () => {
  const named = await makeKey(accountId, 'test', { name: 'Shop', operations: null, limit: null }, setup);
  const nameless = await makeKey(accountId, 'test', { name: null, operations: null, limit: null }, setup);
  if (named === 'full' || nameless === 'full') throw new Error('A new wallet is full');
  const made = (sequence: number, kind: Entry['kind'], keyId: string | null) => ({ ...entry, sequence, kind, keyId });
  const { setup: ledger } = withEntries([
    made(1, 'grant', wallet.hiddenKeyId),
    made(2, 'charge', named.record.id),
    made(3, 'repeat', nameless.record.id),
    made(4, 'lapse', wallet.hiddenKeyId),
    made(5, 'charge', 'key_of_an_operator'),
    made(6, 'charge', null),
    made(7, 'refund', named.record.id),
    made(8, 'edit', named.record.id),
    made(9, 'preview', named.record.id),
  ]);
  const { movements } = await ownMovements(accountId, wallet, { length: 10, beforeSequence: null }, ledger);
  expect(movements.map(({ keyName }) => keyName)).toEqual([
    'Shop',
    'Shop',
    null,
    null,
    'key_of_an_operator',
    'Playground',
    `Key …${nameless.record.hint}`,
    'Shop',
    null,
  ]);
});

async function sequencesOf(ledger: AccountsSetup): Promise<number[]> {
  const sequences: number[] = [];
  for await (const { sequence } of allMovements(accountId, wallet, ledger)) sequences.push(sequence);
  return sequences;
}

test.each([0, 1, 999, 1000, 1001, 2500])('of %i movements a file has each once, newest first', async (count) => {
  const { setup: ledger } = withEntries(numbered(count));
  expect(await sequencesOf(ledger)).toEqual(Array.from({ length: count }, (_, index) => count - index));
});

test('a file ends after a hundred thousand movements', async () => {
  const { setup: ledger, asked } = withEntries(numbered(102_000));
  expect(await sequencesOf(ledger)).toHaveLength(100_000);
  expect(asked).toHaveLength(100);
});
