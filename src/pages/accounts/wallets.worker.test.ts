import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { takePlace } from './sign-up-places.ts';
import { walletsOf, welcome } from './wallets.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret', SIGNUP_CREDITS: '50' };
const { DIRECTORY, LEDGERS } = bindings;

function setupWith(changes: object = {}): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();

async function newAccount(email: string, verified = true): Promise<string> {
  const id = crypto.randomUUID();
  await DIRECTORY.prepare(
    `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt) VALUES (?, '', ?, ?, '', '', '')`,
  )
    .bind(id, email, verified ? 1 : 0)
    .run();
  return id;
}

const balances = async (id: string) =>
  Promise.all(
    (await walletsOf(id, setup)).map(async ({ wallet, hiddenKeyId }) => {
      return (await LEDGERS.getByName(wallet).keyState(hiddenKeyId))?.balance;
    }),
  );

/** Ledgers of which some calls fail. */
function failing(method: keyof LedgerCalls, times: number): Partial<AccountsEnv> {
  let left = times;
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        if (called === method && left-- > 0) return () => Promise.reject(new Error('out of reach'));
        return (...given: unknown[]) => Reflect.get(ledger, called)(...given);
      },
    });
  return { LEDGERS: { getByName } };
}

afterEach(() => void vi.restoreAllMocks());

test('an account has a test and a live wallet, the same each time, with keys that nobody sees', async () => {
  const id = await newAccount('ada@example.org');
  const wallets = await walletsOf(id, setup);
  expect(wallets.map(({ type, wallet }) => [type, wallet.slice(0, 5)])).toEqual([
    ['test', 'test_'],
    ['live', 'live_'],
  ]);
  expect(await walletsOf(id, setup)).toEqual(wallets);
  for (const { hiddenKeyId } of wallets) {
    const row = await DIRECTORY.prepare('SELECT * FROM keys WHERE id = ?').bind(hiddenKeyId).first();
    expect(row).toBeNull();
  }
});

test('asked for at once from many sides they are opened and credited once', async () => {
  const id = await newAccount('bob@example.org');
  const seen = await Promise.all(Array.from({ length: 8 }, () => walletsOf(id, setup)));
  expect(new Set(seen.map((wallets) => JSON.stringify(wallets))).size).toBe(1);
  expect(await balances(id)).toEqual([50, 0]);
});

test.each(['open', 'topUp'] as const)('what was interrupted at %s is finished by the next call', async (method) => {
  const id = await newAccount(`${method}@example.org`);
  await expect(walletsOf(id, setupWith(failing(method, 1)))).rejects.toThrow('out of reach');
  expect(await balances(id)).toEqual([50, 0]);
  expect(await balances(id)).toEqual([50, 0]);
});

test('the owner of a handle in use is left alone', async () => {
  const id = await newAccount('carol@example.org');
  await expect(walletsOf(id, setupWith(failing('open', 1)))).rejects.toThrow();
  const row = () =>
    DIRECTORY.prepare(`SELECT wallet FROM account_wallet WHERE account_id = ? AND type = 'test'`)
      .bind(id)
      .first<{ wallet: string }>();
  const taken = (await row())?.wallet ?? '';
  const opening = { creationId: 'somebody else', keyId: 'key_of_somebody_el', keyHash: 'h', credits: 7 };
  const terms = { ratePerMinute: 1, operations: null, limit: null, expiresAtMs: Date.now() + 1e9 };
  await LEDGERS.getByName(taken).open({ ...opening, ...terms });
  expect(await balances(id)).toEqual([50, 0]);
  expect((await row())?.wallet).not.toBe(taken);
  expect((await LEDGERS.getByName(taken).keyState('key_of_somebody_el'))?.balance).toBe(7);
});

test('credits come when the address is confirmed, and once for each address', async () => {
  const waiting = await newAccount('dave@example.org', false);
  expect(await balances(waiting)).toEqual([0, 0]);
  await welcome({ id: waiting, email: 'dave@example.org' }, setup);
  expect(await balances(waiting)).toEqual([50, 0]);

  await DIRECTORY.batch([
    DIRECTORY.prepare('UPDATE credited_address SET account_id = NULL WHERE account_id = ?').bind(waiting),
    DIRECTORY.prepare('DELETE FROM accounts WHERE id = ?').bind(waiting),
  ]);
  expect(await balances(await newAccount('dave@example.org'))).toEqual([0, 0]);
  expect(await balances(await newAccount('erin@example.org'))).toEqual([50, 0]);
});

test('a mailbox is credited once, however its address is written', async () => {
  expect(await balances(await newAccount('fay+one@example.org'))).toEqual([50, 0]);
  expect(await balances(await newAccount('fay+two@example.org'))).toEqual([0, 0]);
  expect(await balances(await newAccount('fay@example.org'))).toEqual([0, 0]);
  expect(await balances(await newAccount('g.us@gmail.com'))).toEqual([50, 0]);
  expect(await balances(await newAccount('gu.s+x@gmail.com'))).toEqual([0, 0]);
});

test('an address that an account has taken and given up is credited when somebody else signs up with it', async () => {
  const id = await newAccount('lou@example.org');
  const rename = (email: string) =>
    DIRECTORY.prepare('UPDATE accounts SET email = ? WHERE id = ?').bind(email, id).run();
  expect(await balances(id)).toEqual([50, 0]);
  await rename('new-lou@example.org');
  expect(await balances(id)).toEqual([50, 0]);
  await rename('lou@example.org');
  expect(await balances(await newAccount('new-lou@example.org'))).toEqual([50, 0]);
});

test('whose address is confirmed at another request than the library was made in has wallets too', async () => {
  const id = await newAccount('eve@example.org', false);
  const getByName = () => {
    throw new Error('of another request');
  };
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await welcome({ id, email: 'eve@example.org' }, setupWith({ LEDGERS: { getByName }, anew: () => setup.env }));
  expect(logged).not.toHaveBeenCalled();
  expect(
    await DIRECTORY.prepare('SELECT count(*) AS n FROM account_wallet WHERE account_id = ?').bind(id).first('n'),
  ).toBe(2);
});

test('a confirmed address keeps its place among the sign-ups of the day', async () => {
  const id = await newAccount('hal@example.org', false);
  await takePlace('hal@example.org', new Request('http://127.0.0.1/'), setup);
  await welcome({ id, email: 'hal@example.org' }, setup);
  expect(await DIRECTORY.prepare('SELECT confirmed FROM sign_up').all()).toMatchObject({ results: [{ confirmed: 1 }] });
});

test('each wallet has its own credits of a sign-up, and the life and rate that the deployment gives', async () => {
  const nowMs = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const given = {
    SIGNUP_CREDITS: '7',
    SIGNUP_CREDITS_LIVE: '3',
    CREDIT_LIFETIME_DAYS: '10',
    DEFAULT_RATE_PER_MINUTE: '5',
  };
  const wallets = await walletsOf(await newAccount('ida@example.org'), setupWith(given));
  const states = await Promise.all(
    wallets.map(({ wallet, hiddenKeyId }) => LEDGERS.getByName(wallet).keyState(hiddenKeyId)),
  );
  const terms = { ratePerMinute: 5, operations: null, limit: null, endsAtMs: null };
  expect(states).toMatchObject([
    { balance: 7, ...terms },
    { balance: 3, ...terms },
  ]);
  expect(states[1]?.expiresAtMs).toBe(states[0]?.expiresAtMs);
});

test('a wallet without credits of a sign-up ends after the life of credits too', async () => {
  const nowMs = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const wallets = await walletsOf(await newAccount('jan@example.org'), setupWith({ CREDIT_LIFETIME_DAYS: '10' }));
  const live = wallets.find(({ type }) => type === 'live');
  const state = live && (await LEDGERS.getByName(live.wallet).keyState(live.hiddenKeyId));
  expect(state).toMatchObject({ balance: 0, expiresAtMs: nowMs + 10 * 86_400_000 });
});

test('the credits of a sign-up are named by an HMAC of the mailbox, and are due once in the row too', async () => {
  const id = await newAccount('joe@example.org');
  const [{ wallet }] = await walletsOf(id, setup);
  const [grant] = await LEDGERS.getByName(wallet).entries(1, null);
  expect(grant).toMatchObject({ kind: 'grant', reference: expect.stringMatching(/^sign-up:[0-9a-f]{64}$/) });
  const rows = await DIRECTORY.prepare('SELECT opened_at, credited_at FROM account_wallet WHERE account_id = ?')
    .bind(id)
    .all();
  const done = { opened_at: expect.any(Number), credited_at: expect.any(Number) };
  expect(rows.results).toEqual([done, done]);
});

test('where five handles in a row are in use no further one is drawn', async () => {
  const id = await newAccount('kai@example.org');
  const asked: string[] = [];
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get: () => async () => {
        asked.push(name);
        return null;
      },
    }) as ReturnType<typeof LEDGERS.getByName>;
  await expect(walletsOf(id, setupWith({ LEDGERS: { getByName } }))).rejects.toThrow(
    'No free handle was found in 5 draws',
  );
  expect([asked.length, new Set(asked).size]).toEqual([5, 5]);
  expect(await balances(id)).toEqual([50, 0]);
});

test('credits that the ledger does not take stay due', async () => {
  const id = await newAccount('kay@example.org');
  const getByName = (name: string) =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        return called === 'topUp' ? async () => null : (...given: unknown[]) => Reflect.get(ledger, called)(...given);
      },
    });
  await expect(walletsOf(id, setupWith({ LEDGERS: { getByName } }))).rejects.toThrow('is not open');
  expect(await balances(id)).toEqual([50, 0]);
});

test('a welcome that fails is a line of the log, and the next call goes on', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  const id = await newAccount('leo@example.org', false);
  await welcome({ id, email: 'leo@example.org' }, setupWith(failing('open', 1)));
  const line = { level: 'error', event: 'wallets-not-opened', account: id, cause: 'out of reach' };
  expect(lines.map((each) => JSON.parse(each))).toEqual([line]);
  expect(await balances(id)).toEqual([50, 0]);
});
