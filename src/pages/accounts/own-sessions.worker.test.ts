/** The sessions of an account, and the name that pages show: what changes without a password. */

import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { accountsSetup } from './environment.ts';
import { changeName, endSessions, type OwnRequest, ownSessions } from './profile.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret' };
const { DIRECTORY } = bindings;
const request = new Request('http://127.0.0.1/');
const found = accountsSetup(request, bindings);
if (!found) throw new Error('Accounts are not set up');
const setup = found;

const ofAccount = (accountId: string): OwnRequest => {
  const person = { accountId, email: '', emailVerified: true, isOperator: false, csrfToken: '', name: '' };
  return { who: { ...person, hasSecondFactor: false, sessionId: `${accountId} first` }, request, setup };
};
const account = (id: string) =>
  DIRECTORY.prepare(
    `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt)
     VALUES (?1, '', ?1, 1, '', '', '')`,
  ).bind(id);
const session = (id: string, accountId: string, createdAt: string, endsAt: string, browser: string | null) =>
  DIRECTORY.prepare(
    `INSERT INTO sessions (id, userId, token, expiresAt, createdAt, updatedAt, userAgent) VALUES (?1, ?2, ?1, ?3, ?4, '', ?5)`,
  ).bind(id, accountId, endsAt, createdAt, browser);
const open = '2999-01-01T00:00:00.000Z';

let ada: OwnRequest;
let bob: OwnRequest;

beforeEach(async () => {
  [ada, bob] = [ofAccount(crypto.randomUUID()), ofAccount(crypto.randomUUID())];
  const [id, other] = [ada.who.accountId, bob.who.accountId];
  await DIRECTORY.batch([
    ...[account(id), account(other)],
    session(`${id} first`, id, '2026-01-01T00:00:00.000Z', open, 'a browser'),
    session(`${id} second`, id, '2026-01-03T00:00:00.000Z', open, null),
    session(`${id} third`, id, '2026-01-02T00:00:00.000Z', open, 'a phone'),
    session(`${id} ended`, id, '2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z', 'a browser'),
    session(`${other} first`, other, '2026-01-01T00:00:00.000Z', open, 'of Bob'),
  ]);
});

const idsOf = async (own: OwnRequest) => (await ownSessions(own)).map(({ id }) => id.split(' ').at(-1));

test('sessions that have not ended are listed, newest first, and this one is marked', async () => {
  const id = ada.who.accountId;
  expect(await ownSessions(ada)).toEqual([
    { id: `${id} second`, userAgent: '', createdAtMs: Date.UTC(2026, 0, 3), isThisOne: false },
    { id: `${id} third`, userAgent: 'a phone', createdAtMs: Date.UTC(2026, 0, 2), isThisOne: false },
    { id: `${id} first`, userAgent: 'a browser', createdAtMs: Date.UTC(2026, 0, 1), isThisOne: true },
  ]);
});

test('one session is ended by its id, this one too, and none of somebody else', async () => {
  await endSessions(`${ada.who.accountId} third`, ada);
  expect(await idsOf(ada)).toEqual(['second', 'first']);
  await endSessions(`${bob.who.accountId} first`, ada);
  expect(await idsOf(bob)).toEqual(['first']);
  await endSessions(ada.who.sessionId, ada);
  expect(await idsOf(ada)).toEqual(['second']);
});

test('all are ended but this one, and none of somebody else', async () => {
  await endSessions(null, ada);
  expect([await idsOf(ada), await idsOf(bob)]).toEqual([['first'], ['first']]);
});

test('a name is that of one account', async () => {
  await changeName('Ada', ada);
  const name = ({ who }: OwnRequest) =>
    DIRECTORY.prepare('SELECT name FROM accounts WHERE id = ?').bind(who.accountId).first('name');
  expect([await name(ada), await name(bob)]).toEqual(['Ada', '']);
});
