import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UsageMessage } from '../../money/usage/event.ts';
import { eventWith } from '../../money/usage/testing/event.ts';
import type { AccountsEnv } from '../accounts/environment.ts';
import { localMails } from '../accounts/mail.ts';
import { consumeUsage } from './consume.ts';

const bindings: AccountsEnv = {
  ...env,
  ...{ SESSION_SECRET: 'a session secret of the tests', LOCAL_MAIL: 'on' },
};
const { DIRECTORY, LEDGERS } = bindings;
let wallet: string;
let email: string;
let logged: { event: string; cause: string }[];

/** A wallet whose owner is due a notice that its credits run out. */
beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(JSON.parse(line)));
  const id = crypto.randomUUID();
  [wallet, email] = [`live_${id}`, `${id}@example.org`];
  const terms = { keyId: 'key_1', keyHash: null, ratePerMinute: 1000, operations: null, limit: null };
  const ledger = LEDGERS.getByName(wallet);
  await ledger.open({ ...terms, creationId: id, credits: 0, expiresAtMs: Date.now() + 86_400_000 });
  await ledger.topUp('key_1', { credits: 1, expiresAtMs: null, reference: 'grant' });
  await ledger.refund({ credits: 1, reference: 'refund', of: 'grant' });
  await DIRECTORY.batch([
    DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt) VALUES (?, '', ?, 1, '', '', '')`,
    ).bind(id, email),
    DIRECTORY.prepare(
      `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at, opened_at) VALUES (?, ?, 'live', 'key_1', 1, 1)`,
    ).bind(wallet, id),
  ]);
});
afterEach(() => void vi.restoreAllMocks());

const consume = (bodies: UsageMessage[], changed: Partial<AccountsEnv> = {}) =>
  consumeUsage({ messages: bodies.map((body) => ({ body })) }, { ...bindings, ...changed });

const batch = (changes: Parameters<typeof eventWith>[0] = {}) => ({
  id: crypto.randomUUID(),
  events: [eventWith({ wallet, atMs: Date.now(), ...changes })],
});
const subjects = () => localMails().flatMap(({ to, subject }) => (to === email ? [subject] : []));
const sent = ['Your live credits are used up'];
const calls = () => DIRECTORY.prepare('SELECT SUM(calls) FROM usage WHERE wallet = ?').bind(wallet).first('SUM(calls)');

describe('the owner of a wallet gets due notices', () => {
  test('when a call of it was charged', async () => {
    await consume([batch()]);
    expect(subjects()).toEqual(sent);
    expect(await calls()).toBe(1);
  });

  test('when the wallet is queued for a check, which counts nothing', async () => {
    await consume([{ wallets: ['live_of_nobody', wallet] }]);
    expect(subjects()).toEqual(sent);
    expect(await calls()).toBeNull();
  });

  test('not for calls that cost nothing', async () => {
    await consume([batch({ credits: 0, status: 402, errorCode: 'INSUFFICIENT_CREDITS' })]);
    expect(subjects()).toEqual([]);
    expect(await calls()).toBe(1);
  });
});

test('a delivery counts all that it brings, and checks each wallet once', async () => {
  const getByName = vi.fn((name: string) => LEDGERS.getByName(name));
  await consume([batch(), { wallets: [wallet] }, batch()], { LEDGERS: { getByName } });
  expect(await calls()).toBe(2);
  expect(getByName.mock.calls).toEqual([[wallet]]);
});

test('calls go into the request log, once however often they are delivered; older versions say too little of them', async () => {
  const logged = batch({ request: { id: 'r-1', options: ['crop'], pixels: 12 } });
  await consume([logged, batch()]);
  await consume([logged]);
  const { results } = await DIRECTORY.prepare('SELECT * FROM request_log WHERE wallet = ?').bind(wallet).all();
  expect(results).toMatchObject([{ request_id: 'r-1', options: 'crop', pixels: 12, credits: 1, calls: 1 }]);
  expect(await calls()).toBe(2);
});

test('a delivery of nothing writes nothing and asks nobody', async () => {
  const [accounts, written] = [vi.spyOn(DIRECTORY, 'prepare'), vi.spyOn(DIRECTORY, 'batch')];
  await consume([{ wallets: [] }]);
  expect(accounts.mock.calls.filter(([statement]) => statement.includes('account_wallet'))).toEqual([]);
  expect(written).not.toHaveBeenCalled();
});

describe('where an owner cannot be notified', () => {
  const failing = (failure: unknown) => ({
    LEDGERS: {
      getByName: () => {
        throw failure;
      },
    },
  });

  test('the delivery is counted all the same, and the log says why', async () => {
    await expect(consume([batch()], failing(new Error('The ledger is away')))).resolves.toBeUndefined();
    expect(await calls()).toBe(1);
    expect(logged).toMatchObject([{ event: 'notices-failed', cause: expect.stringContaining('The ledger is away') }]);
    expect(logged[0].cause).toContain('\n');
  });

  test.each([
    ['an error without a stack', Object.assign(new Error('away'), { stack: undefined })],
    ['what is no error', 'away'],
  ])('the log says it of %s', async (_, failure) => {
    await consume([batch()], failing(failure));
    expect(logged.map(({ cause }) => cause)).toEqual(['away']);
  });
});

test('a delivery that cannot be counted fails, to come again, and nobody is notified', async () => {
  // A database that fails at the first call.
  const away = {
    prepare: () => {
      throw new Error('D1 is away');
    },
  } as unknown as D1Database;
  await expect(consume([batch()], { DIRECTORY: away })).rejects.toThrow('D1 is away');
  expect(subjects()).toEqual([]);
});
