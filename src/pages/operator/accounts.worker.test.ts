import { env as bindings } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKeyId } from '../../money/keys/format.ts';
import { accountOf, accountsOfPage, type Balances, balancesOf, findAccounts, seeWallets } from './accounts.ts';
import { setSuspended } from './acts.ts';
import { makeAccount, nameWallet, openWallet, unreachable } from './testing/account.ts';

const { DIRECTORY } = bindings;

beforeEach(async () => {
  await DIRECTORY.batch(['accounts', 'account_wallet'].map((table) => DIRECTORY.prepare(`DELETE FROM ${table}`)));
});
afterEach(() => void vi.restoreAllMocks());

const found = async (text: string, page?: number) =>
  (await findAccounts(text, bindings, page)).accounts.map(({ email }) => email);

describe('an account is found by', () => {
  beforeEach(() => makeAccount(bindings, { id: 'other', email: 'bob@example.com', name: 'Bob' }));

  test.each([
    ['part of its address', 'da@exam'],
    ['its address in another case', 'ADA@EXAMPLE.ORG'],
    ['part of its name', 'Love'],
    ['its name in another case', 'ada l'],
    ['its id', 'the-id-of-ada'],
    ['a text with white space around it', '  lovelace\t'],
  ])('%s', async (_, text) => {
    await makeAccount(bindings, { id: 'the-id-of-ada', email: 'ada@example.org', name: 'Ada Lovelace' });
    expect(await found(text)).toEqual(['ada@example.org']);
  });

  test('an address of any length, and by a text that is longer than every address', async () => {
    const email = `${'a'.repeat(242)}@example.org`;
    await makeAccount(bindings, { email });
    expect(await found(email)).toEqual([email]);
    expect(await found(`${email}x`)).toEqual([]);
    expect(await found('é'.repeat(30))).toEqual([]);
    expect(await found('%'.repeat(24))).toEqual([]);
  });

  test('part of its id not at all', async () => {
    await makeAccount(bindings, { id: 'the-id-of-ada', email: 'ada@example.org' });
    expect(await found('the-id')).toEqual([]);
  });

  test('a wallet of it, and a whole key of the wallet', async () => {
    const { id, email } = await makeAccount(bindings);
    const { wallet } = await nameWallet(bindings, id, 'live');
    expect(await found(wallet)).toEqual([email]);
    expect(await found(` ${wallet}${'x'.repeat(28)} `)).toEqual([email]);
    expect(await found(wallet.slice(0, -1))).toEqual([]);
  });

  test('the id of one of its keys', async () => {
    const { id, email } = await makeAccount(bindings);
    const keyId = createKeyId();
    await DIRECTORY.prepare(
      `INSERT INTO keys (id, wallet, type, hint, created_at, account_id) VALUES (?, 'live_ABCDEFGHIJ', 'live', 'abcd', 1, ?)`,
    )
      .bind(keyId, id)
      .run();
    expect(await found(keyId)).toEqual([email]);
    expect(await found(keyId.slice(0, -1))).toEqual([]);
  });

  test.each(['%', '_', '\\', 'a%a', 'x_x'])('%s only where it has it', async (text) => {
    await makeAccount(bindings, { email: 'abacus-xyx@example.org' });
    expect(await found(text)).toEqual([]);
    await makeAccount(bindings, { email: 'odd@example.org', name: `odd ${text} name` });
    expect(await found(text)).toEqual(['odd@example.org']);
  });
});

test('without a text all accounts are found, page by page, the newest first', async () => {
  const all = 2 * accountsOfPage;
  for (let day = 0; day < all; day++) {
    const createdAt = new Date(Date.UTC(2050, 0, 1 + day)).toISOString();
    await makeAccount(bindings, { email: `day-${day}@example.org`, createdAt });
  }
  const days = Array.from({ length: all }, (_, index) => `day-${all - 1 - index}@example.org`);
  expect(await found('')).toEqual(days.slice(0, accountsOfPage));
  expect(await found(' \n', 2)).toEqual(days.slice(accountsOfPage));
  expect(await found('', 3)).toEqual([]);
  const more = async (page: number) => (await findAccounts('', bindings, page)).hasMore;
  expect([await more(1), await more(2), await more(3)]).toEqual([true, false, false]);
});

test('balances are those of both wallets, as far as they are open', async () => {
  const [rich, fresh, other] = [
    await makeAccount(bindings),
    await makeAccount(bindings),
    await makeAccount(bindings),
  ].map(({ id }) => id);
  for (const [id, type, credits] of [
    [rich, 'live', 5],
    [rich, 'test', 7],
    [other, 'test', 9],
  ] as const) {
    await openWallet(bindings, id, type, credits);
  }
  await DIRECTORY.prepare('UPDATE account_wallet SET opened_at = 1').run();
  await nameWallet(bindings, fresh, 'live');
  const none = { live: null, test: null, suspended: false };
  expect(await balancesOf([rich, fresh], bindings)).toEqual(
    new Map<string, Balances>([
      [rich, { live: 5, test: 7, suspended: false }],
      [fresh, none],
    ]),
  );
  await setSuspended({ actor: { accountId: null, email: 'x' }, accountId: other, env: bindings }, true);
  expect(await balancesOf([other], bindings)).toEqual(new Map([[other, { ...none, test: 9, suspended: true }]]));
});

test('the balance of a ledger that does not answer is unknown and logged, and the others are known', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [broken, whole] = [await makeAccount(bindings), await makeAccount(bindings)];
  const { wallet } = await openWallet(bindings, broken.id, 'live', 5);
  await openWallet(bindings, broken.id, 'test', 7);
  await openWallet(bindings, whole.id, 'live', 9);
  await DIRECTORY.prepare('UPDATE account_wallet SET opened_at = 1').run();
  const env = { ...bindings, LEDGERS: unreachable(bindings.LEDGERS, wallet) };
  expect(await balancesOf([broken.id, whole.id], env)).toEqual(
    new Map<string, Balances>([
      [broken.id, { live: 'unknown', test: 7, suspended: false }],
      [whole.id, { live: 9, test: null, suspended: false }],
    ]),
  );
  const cause = 'Error: The ledger cannot be reached.';
  expect(said.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'error', event: 'balance-unknown', wallet, cause },
  ]);
});

test.each([
  { emailVerified: true, isOperator: false },
  { emailVerified: false, isOperator: true },
])('an account is shown as it is: %j', async (changes) => {
  const made = await makeAccount(bindings, { ...changes, name: 'Ada' });
  expect(await accountOf(made.id, bindings)).toEqual(made);
  expect(await findAccounts(made.id, bindings)).toEqual({ accounts: [made], hasMore: false });
});

test('an id that no account has shows none', async () => {
  expect(await accountOf('nobody', bindings)).toBeNull();
});

describe('the wallets of an account', () => {
  test('are shown test first, each with what its ledger says, and nobody else’s', async () => {
    const [{ id }, other] = [await makeAccount(bindings), await makeAccount(bindings)];
    const live = await openWallet(bindings, id, 'live', 5);
    const trial = await openWallet(bindings, id, 'test', 7);
    await openWallet(bindings, other.id, 'live', 9);
    expect(await seeWallets(id, null, bindings)).toMatchObject([
      { type: 'test', wallet: trial.wallet, hiddenKeyId: trial.hiddenKeyId, state: { balance: 7 } },
      { type: 'live', wallet: live.wallet, hiddenKeyId: live.hiddenKeyId, state: { balance: 5 } },
    ]);
  });

  test('whose ledger is silent are shown without what it holds, which is logged', async () => {
    const { id } = await makeAccount(bindings);
    const live = await openWallet(bindings, id, 'live', 5);
    const trial = await openWallet(bindings, id, 'test', 7);
    const LEDGERS = unreachable(bindings.LEDGERS, live.wallet);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await seeWallets(id, null, { ...bindings, LEDGERS })).toMatchObject([
      { wallet: trial.wallet, state: { balance: 7 } },
      { wallet: live.wallet, state: 'unknown', entries: [] },
    ]);
    expect(logged.mock.calls.join()).toContain(live.wallet);
  });

  test('that are not open yet have no state and no entries', async () => {
    const { id } = await makeAccount(bindings);
    const named = await nameWallet(bindings, id, 'live');
    expect(await seeWallets(id, null, bindings)).toEqual([{ ...named, type: 'live', state: null, entries: [] }]);
  });

  test('of which a name is malformed are left out', async () => {
    const { id } = await makeAccount(bindings);
    await DIRECTORY.prepare(
      `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES ('live_short', ?, 'live', 'key_1', 1)`,
    )
      .bind(id)
      .run();
    expect(await seeWallets(id, null, bindings)).toEqual([]);
  });

  test('come with their newest 20 entries, or with all that one call made', async () => {
    const { id } = await makeAccount(bindings);
    const { ledger, outcome } = await openWallet(bindings, id, 'live', 5);
    const admission = await outcome('the-call');
    if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
    await ledger.settle(admission.holdId, null);
    for (let grant = 1; grant <= 25; grant++) {
      const [key] = await seeWallets(id, null, bindings);
      await ledger.topUp(key.hiddenKeyId, { credits: 1, expiresAtMs: null, reference: `grant-${grant}` });
    }
    const [{ entries }] = await seeWallets(id, null, bindings);
    expect(entries.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 20 }, (_, index) => `grant-${25 - index}`),
    );
    const [asked] = await seeWallets(id, 'the-call', bindings);
    expect(asked.entries).toMatchObject([{ kind: 'charge', requestId: 'the-call', amount: -1 }]);
    expect((await seeWallets(id, 'another-call', bindings))[0].entries).toEqual([]);
  });
});
