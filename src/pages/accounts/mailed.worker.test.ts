/** Sign-ups and links of mails: who is mailed what, how long links hold, and how often they are asked for. */

import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AccountsSetup, accountsSetup } from './environment.ts';
import { createInvitation, isInvitation } from './invitations.ts';
import { confirmAddress, mailConfirmationAgain, mailReset, needsPassword, resetPassword } from './links.ts';
import { localMails } from './mail.ts';
import { emailOfResetLink } from './new-password.ts';
import { signUp } from './sign-up.ts';

const bindings = {
  ...env,
  ...{ SESSION_SECRET: 'a secret of the tests, long enough for all', LOCAL_MAIL: 'on' },
};
const password = 'a long password';
const another = 'another long password';
const hourMs = 3_600_000;
/** A browser that nobody has used yet. */
const strange = new Request('http://127.0.0.1/');

function setupWith(changes: object = {}): AccountsSetup {
  const setup = accountsSetup(strange, { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();
let mailsBefore = 0;

beforeAll(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
beforeEach(() => {
  mailsBefore = localMails().length;
});
afterEach(() => void vi.useRealTimers());

const asksFor = (email: string, changes: object = {}, invitation = '') =>
  signUp({ name: '', email, password, invitation }, strange, setupWith(changes));

/** The mail that has just gone out, and the token of its link. */
async function mailed(to: string) {
  await vi.waitFor(() => expect(localMails().length).toBeGreaterThan(mailsBefore));
  mailsBefore = localMails().length;
  const [mail] = localMails();
  expect(mail.to).toBe(to);
  return { subject: mail.subject, token: decodeURIComponent(/token=(\S+)/.exec(mail.text)?.[1] ?? '') };
}

/** Signs up. @returns the link's token, and a request of the browser that did */
async function signedUp(email: string) {
  const made = await asksFor(email);
  if (made.outcome !== 'mailed') throw new Error(made.outcome);
  const { token } = await mailed(email);
  const headers = { Cookie: made.cookies[0].split(';')[0] };
  return { token, browser: new Request('http://127.0.0.1/', { headers }) };
}

describe('a sign-up', () => {
  test('is confirmed in its browser by a click, once, within a day', async () => {
    // The clock is stopped, however long a step takes.
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    const { token, browser } = await signedUp('ada@example.org');
    expect(await needsPassword(token, browser, setup)).toBe(false);
    expect(await needsPassword(token, strange, setup)).toBe(true);
    expect(await confirmAddress(token, null, strange, setup)).toEqual({ outcome: 'password-needed' });
    vi.setSystemTime(nowMs + 24 * hourMs + 1000);
    expect(await confirmAddress(token, null, browser, setup)).toEqual({ outcome: 'dead' });
    expect(await needsPassword(token, browser, setup)).toBe(false);
    vi.setSystemTime(nowMs + 24 * hourMs - 1000);
    const confirmed = await confirmAddress(token, null, browser, setup);
    if (confirmed.outcome !== 'confirmed') throw new Error(confirmed.outcome);
    expect(confirmed.cookies).toEqual([
      expect.stringMatching(/^edgematte\.session_token=[^;]+;/),
      expect.stringMatching(/^edgematte\.sign_up=; Max-Age=0;/),
    ]);
    const again = await confirmAddress(token, null, browser, setup);
    expect(again).toEqual({ outcome: 'confirmed', cookies: [] });
  });

  test('of an address that has an account says the same, and mails where to sign in', async () => {
    const { token, browser } = await signedUp('bob@example.org');
    // Nobody has proven the address yet: only a new password makes the account theirs.
    expect((await asksFor('bob@example.org')).outcome).toBe('mailed');
    expect((await mailed('bob@example.org')).subject).toContain('A new password');
    await confirmAddress(token, null, browser, setup);
    const again = await asksFor(' bob@example.org');
    expect(again).toEqual({ outcome: 'mailed', cookies: [expect.stringMatching(/^edgematte\.sign_up=[0-9a-f]{64};/)] });
    expect((await mailed('bob@example.org')).subject).toContain('have an Edgematte account already');
  });

  test('is refused where the library takes no such password, and closed where nobody may', async () => {
    const short = { name: '', email: 'carol@example.org', password: 'short', invitation: '' };
    expect(await signUp(short, strange, setup)).toEqual({ outcome: 'refused' });
    expect(await asksFor('carol@example.org', { SIGNUP_MODE: 'closed' })).toEqual({ outcome: 'closed' });
  });

  test('by invitation takes one, and none of a sign-up without', async () => {
    const changes = { SIGNUP_MODE: 'invite', SIGNUPS_PER_DAY: '1000' };
    const { url } = await createInvitation(null, null, setup);
    const invitation = new URL(url).searchParams.get('invitation') ?? '';
    expect(await asksFor('dan@example.org', changes, 'made up')).toEqual({ outcome: 'not-invited' });
    expect(await isInvitation(invitation, setup)).toBe(true);
    expect((await asksFor('dan@example.org', changes, invitation)).outcome).toBe('mailed');
    await mailed('dan@example.org');
    expect(await asksFor('dora@example.org', changes, invitation)).toEqual({ outcome: 'not-invited' });
  });
});

describe('an invitation', () => {
  // No header is believed, so nothing is counted by network.
  const changes = { SIGNUP_MODE: 'invite', SIGNUPS_PER_DAY: '1000', TRUSTED_ADDRESS_HEADER: '' };
  const newInvitation = async (of = setup) =>
    new URL((await createInvitation(null, null, of)).url).searchParams.get('invitation') ?? '';

  test('lets one of two in who come at once', async () => {
    const invitation = await newInvitation();
    const made = await Promise.all(
      ['gus@example.org', 'hal@example.org'].map((email) => asksFor(email, changes, invitation)),
    );
    expect(made.map(({ outcome }) => outcome).toSorted()).toEqual(['mailed', 'not-invited']);
    const { results } = await bindings.DIRECTORY.prepare(
      `SELECT id FROM accounts WHERE email IN ('gus@example.org', 'hal@example.org')`,
    ).all();
    expect(results).toHaveLength(1);
  });

  test('is not used up by a sign-up that is refused', async () => {
    const invitation = await newInvitation();
    const given = { name: '', email: 'lea@example.org', password: 'short', invitation };
    expect(await signUp(given, strange, setupWith(changes))).toEqual({ outcome: 'refused' });
    expect((await asksFor('lea@example.org', changes, invitation)).outcome).toBe('mailed');
  });

  test('that is wrong takes no try of the address, and no place of the day', async () => {
    for (let time = 0; time < 7; time++) await asksFor('ida@example.org', changes, 'made up');
    expect((await asksFor('ida@example.org', changes, await newInvitation())).outcome).toBe('mailed');
  });
});

test('a sign-up keeps the name, and when the terms were accepted; it has no wallet until it is confirmed', async () => {
  const nowMs = Date.UTC(2050, 1, 3);
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  await signUp({ name: 'Kim', email: ' Kim@Example.org ', password, invitation: '' }, strange, setup);
  const account = await bindings.DIRECTORY.prepare(`SELECT * FROM accounts WHERE email = 'kim@example.org'`).first();
  const termsAcceptedAt = new Date(nowMs).toISOString();
  expect(account).toMatchObject({ name: 'Kim', emailVerified: 0, isOperator: 0, termsAcceptedAt });
  const wallets = bindings.DIRECTORY.prepare('SELECT wallet FROM account_wallet WHERE account_id = ?');
  expect((await wallets.bind(account?.id ?? null).all()).results).toEqual([]);
});

test('a link of a sign-up is mailed again where one waits, three times an hour, and nowhere else', async () => {
  await signedUp('erin@example.org');
  await mailConfirmationAgain('nobody@example.org', strange, setup);
  for (let time = 0; time < 3; time++) {
    await mailConfirmationAgain(' Erin@example.org ', strange, setup);
    expect((await mailed('erin@example.org')).subject).toContain('Confirm');
  }
  const refused = { refusal: { status: 429 } };
  await expect(mailConfirmationAgain('erin@example.org', strange, setup)).rejects.toMatchObject(refused);
});

test('a link for a new password holds for an hour and once, proves the address, and is mailed to accounts alone', async () => {
  const { token: confirmation, browser } = await signedUp('frank@example.org');
  await mailReset('nobody@example.org', strange, setup);
  await mailReset(' Frank@example.org ', strange, setup);
  const { token } = await mailed('frank@example.org');
  expect(await emailOfResetLink(token, setup)).toBe('frank@example.org');
  expect(await emailOfResetLink('made up', setup)).toBeNull();
  expect(await resetPassword('made up', another, setup)).toBe(false);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs + 1 });
  expect(await emailOfResetLink(token, setup)).toBeNull();
  expect(await resetPassword(token, another, setup)).toBe(false);
  vi.useRealTimers();

  const sentMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: sentMs });
  await mailReset('frank@example.org', strange, setup);
  const { token: second } = await mailed('frank@example.org');
  vi.setSystemTime(sentMs + hourMs - 1000);
  expect(await resetPassword(second, another, setup)).toBe(true);
  expect(await resetPassword(second, password, setup)).toBe(false);
  const row = await bindings.DIRECTORY.prepare('SELECT emailVerified FROM accounts WHERE email = ?')
    .bind('frank@example.org')
    .first();
  expect(row).toEqual({ emailVerified: 1 });
  expect(await confirmAddress(confirmation, null, browser, setup)).toEqual({ outcome: 'dead' });
  vi.useRealTimers();
  await mailReset('frank@example.org', strange, setup);
  const refused = { refusal: { status: 429 } };
  await expect(mailReset('frank@example.org', strange, setup)).rejects.toMatchObject(refused);
});
