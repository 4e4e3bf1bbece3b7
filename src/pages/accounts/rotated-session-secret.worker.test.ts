/** SESSION_SECRET gets another value: what was made under the former one works on while that is in SESSION_SECRETS_OLD. */
import { env } from 'cloudflare:test';
import { sign } from 'hono/jwt';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { codeOf } from '../../../testing/person.ts';
import { checkSameOrigin, csrfToken } from './csrf.ts';
import { type AccountsSetup, accountsSetup } from './environment.ts';
import { claimsOf, headersForLibrary, tokenForLibrary } from './former-secrets.ts';
import { createInvitation, isInvitation, useInvitation } from './invitations.ts';
import { hashPassword } from './password.ts';
import { beginSecondFactor, confirmSecondFactor, type OwnRequest } from './profile.ts';
import { countFactors, sealAllAnew } from './second-factors.ts';
import { signedIn } from './session.ts';
import { showOnce, takeShown } from './shown-once.ts';
import { confirmSignIn, signIn, signOut } from './sign-in.ts';
import { isBrowserOfSignUp, signUpCookie } from './sign-up-browser.ts';
import { addAccount, carrying } from './testing/account.ts';
import { walletsOf, welcome } from './wallets.ts';

const former = 'the former secret that is long enough for all';
const today = 'the secret of today that is long enough for all';
const password = 'a long password';
const stepMs = 30_000;
const before = { ...env, SESSION_SECRET: former };
const after = { ...env, SESSION_SECRET: today, SESSION_SECRETS_OLD: `one of long ago , ${former}` };
const alone = { ...env, SESSION_SECRET: today };
const { DIRECTORY, LEDGERS } = env;

function setupOf(bindings: typeof before & { SESSION_SECRETS_OLD?: string }): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const [setupBefore, setupAfter, setupAlone] = [before, after, alone].map(setupOf);
const plain = new Request('http://127.0.0.1/');
let hash: string;
let nowMs: number;
let people = 0;

beforeAll(async () => {
  hash = await hashPassword(password, setupBefore);
});
beforeEach(() => {
  nowMs = (Math.floor(Date.now() / stepMs) + 10) * stepMs;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

async function newPerson() {
  people += 1;
  const email = `person-${people}@example.org`;
  return { email, id: await addAccount(DIRECTORY, { email, isVerified: true, passwordHash: hash }) };
}

const enter = (email: string, setup: AccountsSetup) => signIn({ email, password }, plain, setup);

/** A person whose factor was switched on under the former secret. */
async function withSecondFactor() {
  const person = await newPerson();
  const request = carrying(...(await enter(person.email, setupBefore)).cookies);
  const who = await signedIn(request, before);
  if (!who) throw new Error('Nobody is signed in');
  const own: OwnRequest = { who, request, setup: setupBefore };
  const begun = await beginSecondFactor(password, own);
  if (!begun) throw new Error('No second factor was begun');
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(begun.uri) ?? [];
  const codeIn = (steps: number) => codeOf(secret, nowMs + steps * stepMs);
  expect((await confirmSecondFactor(codeIn(0), own)).outcome).toBe('done');
  return { ...person, codeIn, backupCodes: begun.backupCodes };
}

describe('a session of before', () => {
  test('goes on while its secret is accepted, and ends with it', async () => {
    const { email, id } = await newPerson();
    const request = carrying('other=1', ...(await enter(email, setupBefore)).cookies, 'more=a.b');
    expect((await signedIn(request, before))?.accountId).toBe(id);
    expect((await signedIn(request, after))?.accountId).toBe(id);
    expect(await signedIn(request, alone)).toBeNull();
    expect((await signOut(request, setupAfter)).length).toBeGreaterThan(0);
    expect(await signedIn(request, before)).toBeNull();
  });

  test('is handed on with every other cookie as it came', async () => {
    const { email } = await newPerson();
    const request = carrying('other=1', ...(await enter(email, setupBefore)).cookies, 'last=a=b; c');
    const names = (cookie: string | null) => cookie?.split('; ').map((pair) => pair.split('=')[0]);
    const renewed = (await headersForLibrary(request, setupAfter)).get('Cookie');
    expect(names(renewed)).toEqual(names(request.headers.get('Cookie')));
    expect(renewed).toMatch(/^other=1; .*; last=a=b/);
    expect(renewed).not.toBe(request.headers.get('Cookie'));
    // Of today nothing is changed.
    const own = carrying(...(await enter(email, setupAfter)).cookies);
    expect((await headersForLibrary(own, setupAfter)).get('Cookie')).toBe(own.headers.get('Cookie'));
  });

  test('that was forged is none under any secret', async () => {
    const { email } = await newPerson();
    const [cookie] = (await enter(email, setupBefore)).cookies;
    const [pair] = cookie.split(';');
    expect(await signedIn(carrying(pair.replace(/=./, '=x')), after)).toBeNull();
  });
});

describe('a second factor of before', () => {
  test('opens a second step that was begun under the former secret, and is sealed anew', async () => {
    const { email, id, codeIn } = await withSecondFactor();
    const begun = await enter(email, setupBefore);
    expect(begun.outcome).toBe('second-factor');
    const done = await confirmSignIn(codeIn(1), carrying(...begun.cookies), setupAfter);
    expect(done.outcome).toBe('signed-in');
    expect((await signedIn(carrying(...done.cookies), alone))?.accountId).toBe(id);
    // From now on the former secret is not needed for it.
    nowMs += 10 * stepMs;
    const again = await enter(email, setupAlone);
    expect((await confirmSignIn(codeIn(0), carrying(...again.cookies), setupAlone)).outcome).toBe('signed-in');
  });

  test('has backup codes that work, each once', async () => {
    const { email, backupCodes } = await withSecondFactor();
    const give = async (code: string) => {
      const begun = await enter(email, setupAfter);
      return (await confirmSignIn(code, carrying(...begun.cookies), setupAfter)).outcome;
    };
    expect(await give(backupCodes[0])).toBe('signed-in');
    expect(await give(backupCodes[0])).toBe('refused');
    expect(await give(backupCodes[1])).toBe('signed-in');
  });

  test('counts its codes once, also across the change', async () => {
    const { email, codeIn } = await withSecondFactor();
    const give = async (setup: AccountsSetup) => {
      const begun = await enter(email, setup);
      return (await confirmSignIn(codeIn(1), carrying(...begun.cookies), setup)).outcome;
    };
    expect([await give(setupBefore), await give(setupAfter)]).toEqual(['signed-in', 'refused']);
  });

  test('that no secret opens refuses its codes, with a line, and is no failure', async () => {
    const { email, id, codeIn, backupCodes } = await withSecondFactor();
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
    for (const code of [codeIn(1), backupCodes[0]]) {
      const begun = await enter(email, setupAlone);
      expect((await confirmSignIn(code, carrying(...begun.cookies), setupAlone)).outcome).toBe('refused');
    }
    const line = { level: 'error', event: 'second-factor-unreadable', accountId: id };
    expect(lines.map((each) => JSON.parse(each))).toEqual([line, line]);
  });

  test('is sealed anew by the command, with all others, and counted before and after', async () => {
    await DIRECTORY.prepare('DELETE FROM second_factors').run();
    const some = [await withSecondFactor(), await withSecondFactor()];
    expect(await countFactors(setupBefore)).toEqual({ byValue: [2], lost: 0 });
    expect(await countFactors(setupAfter)).toEqual({ byValue: [0, 0, 2], lost: 0 });
    expect(await countFactors(setupAlone)).toEqual({ byValue: [0], lost: 2 });
    expect([await sealAllAnew(setupAlone), await sealAllAnew(setupAfter), await sealAllAnew(setupAfter)]).toEqual([
      0, 2, 0,
    ]);
    expect(await countFactors(setupAlone)).toEqual({ byValue: [2], lost: 0 });
    for (const { email, codeIn, backupCodes } of some) {
      for (const code of [codeIn(1), backupCodes[0]]) {
        const begun = await enter(email, setupAlone);
        expect((await confirmSignIn(code, carrying(...begun.cookies), setupAlone)).outcome).toBe('signed-in');
      }
    }
  });

  test('that is used while the command runs loses no backup code that is left, and gets none back', async () => {
    const { email, backupCodes } = await withSecondFactor();
    const give = async (code: string) => {
      const begun = await enter(email, setupAfter);
      return (await confirmSignIn(code, carrying(...begun.cookies), setupAfter)).outcome;
    };
    const [outcome] = await Promise.all([give(backupCodes[0]), sealAllAnew(setupAfter), sealAllAnew(setupAfter)]);
    expect(outcome).toBe('signed-in');
    expect([await give(backupCodes[0]), await give(backupCodes[1])]).toEqual(['refused', 'signed-in']);
  });
});

describe('what was mailed, shown or given before', () => {
  test('links are read, and signed anew for the library', async () => {
    const token = await sign({ userId: 'a', exp: Math.floor(nowMs / 1000) + 60 }, former);
    expect(await claimsOf(token, setupAfter)).toMatchObject({ userId: 'a' });
    expect(await claimsOf(token, setupAlone)).toBeNull();
    const current = await tokenForLibrary(token, setupAfter);
    expect(await claimsOf(current, setupAlone)).toMatchObject({ userId: 'a' });
    expect(await tokenForLibrary('no link', setupAfter)).toBe('no link');
    const stale = await sign({ userId: 'a', exp: Math.floor(nowMs / 1000) - 60 }, former);
    expect(await claimsOf(stale, setupAfter)).toBeNull();
  });

  test('an invitation is used once', async () => {
    const { url } = await createInvitation(null, null, setupBefore);
    const token = url.split('=')[1];
    expect([await isInvitation(token, setupAlone), await isInvitation(token, setupAfter)]).toEqual([false, true]);
    expect([await useInvitation(token, setupAfter), await useInvitation(token, setupBefore)]).toEqual([true, false]);
  });

  test('the form of a page, the browser of a sign-up, what is shown once', async () => {
    const own = new Request('https://cutouts.example.org/', { headers: { Origin: 'https://cutouts.example.org' } });
    const token = await csrfToken('session', former);
    await checkSameOrigin(own, token, 'session', [today, former]);
    await expect(checkSameOrigin(own, token, 'session', [today])).rejects.toThrow('403');
    const browser = carrying(await signUpCookie('a', setupBefore));
    expect(await isBrowserOfSignUp(browser, 'a', setupAfter)).toBe(true);
    expect(await isBrowserOfSignUp(browser, 'b', setupAfter)).toBe(false);
    expect(await isBrowserOfSignUp(browser, 'a', setupAlone)).toBe(false);
    const shown = carrying(await showOnce('new_key', { key: 'k' }, 'a', setupBefore));
    expect((await takeShown('new_key', shown, 'a', setupAfter)).shown).toEqual({ key: 'k' });
    expect((await takeShown('new_key', shown, 'a', setupAlone)).shown).toBeNull();
  });

  test('a mailbox gets the credits of a sign-up once, also across the change', async () => {
    const balanceOf = async (id: string) => {
      const [{ wallet, hiddenKeyId }] = await walletsOf(id, setupAfter);
      return (await LEDGERS.getByName(wallet).keyState(hiddenKeyId))?.balance;
    };
    const [one, other] = ['once+a@example.org', 'once+b@example.org'];
    const ids = await Promise.all(
      [one, other].map((email) => addAccount(DIRECTORY, { email, isVerified: true, passwordHash: null })),
    );
    await welcome({ id: ids[0], email: one }, setupBefore);
    await welcome({ id: ids[0], email: one }, setupAfter);
    await Promise.all([1, 2].map(() => welcome({ id: ids[1], email: other }, setupAfter)));
    const credits = setupAfter.signupCredits;
    expect(credits).toBeGreaterThan(0);
    expect([await balanceOf(ids[0]), await balanceOf(ids[1])]).toEqual([credits, 0]);
  });
});
