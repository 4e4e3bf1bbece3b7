import { env } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import type { UsageMessage } from '../../money/usage/event.ts';
import type { AccountsEnv } from '../accounts/environment.ts';
import { localMails } from '../accounts/mail.ts';
import { queueAllWallets, sendDueNotices } from './send.ts';

const bindings: AccountsEnv = env;
const variables = { SESSION_SECRET: 'a session secret of the tests', LOCAL_MAIL: 'on' };
const configured: AccountsEnv = { ...bindings, ...variables };
const { DIRECTORY, LEDGERS } = env;
const dayMs = 86_400_000;

let wallet: string;
let email: string;
let ledger: LedgerCalls;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const id = crypto.randomUUID();
  [wallet, email] = [`live_${id}`, `${id}@example.org`];
  ledger = LEDGERS.getByName(wallet);
  const opening = { keyId: 'key_1', keyHash: null, ratePerMinute: 1000, operations: null, limit: null };
  await ledger.open({ ...opening, creationId: id, credits: 0, expiresAtMs: Date.now() + 300 * dayMs });
  const now = new Date().toISOString();
  await DIRECTORY.batch([
    DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt) VALUES (?, '', ?, 1, ?, ?, ?)`,
    ).bind(id, email, now, now, now),
    DIRECTORY.prepare(
      `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at, opened_at) VALUES (?, ?, 'live', 'key_1', 1, 1)`,
    ).bind(wallet, id),
  ]);
});

async function spend(credits: number): Promise<void> {
  for (let call = 0; call < credits; call++) {
    const asked = {
      key: { hiddenId: 'key_1' },
      operation: 'alpha-channel',
      requestId: 'r',
      idempotencyKey: null,
    } as const;
    const admission = await ledger.admit(asked);
    if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
    await ledger.settle(admission.holdId, null);
  }
}

const grant = (credits: number) => ledger.topUp('key_1', { credits, expiresAtMs: null, reference: null });
const check = (nowMs = Date.now()) => sendDueNotices([wallet], configured, nowMs);
/** Subjects of the owner's mails, oldest first. */
const subjects = () => {
  const own = localMails().filter(({ to }) => to === email);
  return own.map(({ subject }) => subject).reverse();
};

test('a wallet knows its balance and its last grant', async () => {
  expect(await ledger.walletBalance()).toMatchObject({ balance: 0, lastGrant: null });
  await grant(5);
  await grant(3);
  await spend(2);
  expect(await ledger.walletBalance()).toMatchObject({ balance: 6, lastGrant: { sequence: 3, balanceAfter: 8 } });
  expect(await LEDGERS.getByName('live_never_opened').walletBalance()).toBeNull();
});

test('80 % and all of the last grant are mailed, each once, and again after the next grant', async () => {
  await check();
  await grant(10);
  await spend(7);
  await check();
  expect(subjects()).toEqual([]);
  await spend(1);
  await check();
  await check();
  await spend(1);
  await check();
  expect(subjects()).toEqual(['Your live credits are running low']);
  await spend(1);
  await check();
  await check();
  expect(subjects()).toEqual(['Your live credits are running low', 'Your live credits are used up']);
  await grant(5);
  await spend(5);
  await check();
  expect(subjects().slice(2)).toEqual(['Your live credits are used up']);
});

test('the end of credits is mailed within 14 days of it', async () => {
  await grant(10);
  const end = (await ledger.walletBalance())?.expiresAtMs ?? 0;
  await check(end - 14 * dayMs - 1);
  expect(subjects()).toEqual([]);
  await check(end - 14 * dayMs);
  await check(end - dayMs);
  expect(subjects()).toEqual([`Your live credits expire on ${new Date(end).toISOString().slice(0, 10)}`]);
});

test('of two checks at once, one mails', async () => {
  await grant(1);
  await spend(1);
  await Promise.all([check(), check(), check()]);
  expect(subjects()).toHaveLength(1);
});

test('nothing is mailed without accounts, without mail, or to an unverified address', async () => {
  await grant(1);
  await spend(1);
  await sendDueNotices([wallet], { ...configured, SESSION_SECRET: '' }, Date.now());
  await sendDueNotices([wallet], { ...configured, LOCAL_MAIL: 'off' } as AccountsEnv, Date.now());
  await DIRECTORY.prepare('UPDATE accounts SET emailVerified = 0 WHERE email = ?').bind(email).run();
  await check();
  expect(subjects()).toEqual([]);
  const { results } = await DIRECTORY.prepare('SELECT * FROM notice WHERE wallet = ?').bind(wallet).all();
  expect(results).toEqual([]);
});

test.each([
  ['https://cutouts.example.org', true],
  [undefined, false],
])('with the dashboard at %s a link to it is in the mail: %s', async (PUBLIC_URL, isLinked) => {
  await grant(1);
  await spend(1);
  await sendDueNotices([wallet], { ...configured, PUBLIC_URL } as AccountsEnv, Date.now());
  const [mail] = localMails().filter(({ to }) => to === email);
  expect(mail.text.includes('More credits')).toBe(isLinked);
  expect(mail.text.includes(`${PUBLIC_URL}/dashboard/billing`)).toBe(isLinked);
});

test('a sent notice is stored with its grant and time', async () => {
  await grant(1);
  await spend(1);
  await check(5);
  const row = await DIRECTORY.prepare('SELECT * FROM notice WHERE wallet = ?').bind(wallet).first();
  expect(row).toEqual({ wallet, kind: 'used-up', grant_sequence: 2, told_at: 5 });
});

test('many wallets are named once each, in messages of 50', async () => {
  const many = Array.from({ length: 1002 }, (_, index) => `many_${String(index).padStart(4, '0')}`);
  await DIRECTORY.prepare('DELETE FROM account_wallet').run();
  await DIRECTORY.prepare(
    `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at, opened_at)
    SELECT value, value, 'live', 'key_1', 1, 1 FROM json_each(?)`,
  )
    .bind(JSON.stringify(many))
    .run();
  const named: (readonly string[])[] = [];
  const send = async (message: UsageMessage) => void named.push('wallets' in message ? message.wallets : []);
  await queueAllWallets({ DIRECTORY, USAGE: { send } });
  expect(named.flat()).toEqual(many);
  expect(named.map(({ length }) => length)).toEqual([...Array(20).fill(50), 2]);
});

test('once a day every wallet with an owner is checked', async () => {
  const sent: UsageMessage[] = [];
  const USAGE = { send: async (message: UsageMessage) => void sent.push(message) };
  await queueAllWallets({ DIRECTORY, USAGE });
  expect(sent.flatMap((message) => ('wallets' in message ? message.wallets : []))).toContain(wallet);
  await queueAllWallets({ DIRECTORY });
});
