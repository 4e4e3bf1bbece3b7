/** Changes of one's own account: address, password, second factor, sessions. Each that needs the password asks for it. */
import { authOf, refusalCode } from './auth.ts';
import type { AccountsSetup } from './environment.ts';
import { headersForLibrary } from './former-secrets.ts';
import { endOlder } from './password-change.ts';
import type { SignedIn } from './session.ts';
import { attempt, limitAttempts } from './throttle.ts';

/** A request of a signed-in person. */
export interface OwnRequest {
  readonly who: SignedIn;
  readonly request: Request;
  readonly setup: AccountsSetup;
}

/** What became of a change. The cookies are for the answer. */
export type Changed =
  | { readonly outcome: 'done'; readonly cookies: readonly string[] }
  | { readonly outcome: 'wrong-password' | 'refused' };

/** A session, without what opens it. */
export interface OwnSession {
  readonly id: string;
  /** The browser's `User-Agent`. */
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly isThisOne: boolean;
}

/**
 * Checks the password of the signed-in person.
 * @throws Refused 429 after too many tries, 503 where there is no room to hash
 */
export async function isOwnPassword(password: string, { who, request, setup }: OwnRequest): Promise<boolean> {
  const counted = await limitAttempts('password', who.email, request, setup);
  const auth = await authOf(setup);
  try {
    const headers = await headersForLibrary(request, setup);
    await attempt(counted, () => auth.api.verifyPassword({ body: { password }, headers }));
    await counted.refundAttempt();
    return true;
  } catch (failure) {
    if (refusalCode(failure) === null) throw failure;
    return false;
  }
}

/** Sets another password and ends all that is older, but for this session. @throws Refused as `isOwnPassword` */
export async function changePassword(currentPassword: string, newPassword: string, own: OwnRequest): Promise<Changed> {
  if (!(await isOwnPassword(currentPassword, own))) return { outcome: 'wrong-password' };
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  return changed(own, async (auth, call) => {
    const answer = await auth.api.changePassword({ ...call, body });
    await endOlder(own.who.accountId, answer.response.token, own.setup);
    return answer;
  });
}

/**
 * Begins the change of the address: a mail to the current one asks for consent, then one to the new one. The answer does not
 * show whether the new one has an account.
 * @throws Refused as `isOwnPassword`
 */
export async function changeEmail(newEmail: string, password: string, own: OwnRequest): Promise<Changed> {
  if (!(await isOwnPassword(password, own))) return { outcome: 'wrong-password' };
  return changed(own, (auth, call) => auth.api.changeEmail({ ...call, body: { newEmail: newEmail.trim() } }));
}

/** Changes the name that pages show. */
export async function changeName(name: string, { who, setup }: OwnRequest): Promise<void> {
  await setup.env.DIRECTORY.prepare('UPDATE accounts SET name = ? WHERE id = ?').bind(name, who.accountId).run();
}

/** A second factor that waits for its first code. */
export interface SecondFactor {
  /** `otpauth:` address, for the app. */
  readonly uri: string;
  /** Each works once, in place of a code. */
  readonly backupCodes: readonly string[];
}

/**
 * Begins a second factor. It is asked for only after `confirmSecondFactor`.
 * @returns null where the password is wrong or there is one already
 */
export async function beginSecondFactor(password: string, own: OwnRequest): Promise<SecondFactor | null> {
  if (!(await isOwnPassword(password, own))) return null;
  const auth = await authOf(own.setup);
  try {
    const headers = await headersForLibrary(own.request, own.setup);
    const begun = await auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers });
    return 'totpURI' in begun ? { uri: begun.totpURI, backupCodes: begun.backupCodes } : null;
  } catch (failure) {
    if (refusalCode(failure) === null) throw failure;
    return null;
  }
}

/** Takes the first code of a second factor; from then on one is asked for at each sign-in. */
export async function confirmSecondFactor(code: string, own: OwnRequest): Promise<Changed> {
  await limitAttempts('password', own.who.email, own.request, own.setup);
  return changed(own, (auth, call) => auth.api.verifyTOTP({ ...call, body: { code: code.replace(/\s/g, '') } }));
}

/** Ends the second factor. @throws Refused as `isOwnPassword` */
export async function endSecondFactor(password: string, own: OwnRequest): Promise<Changed> {
  if (!(await isOwnPassword(password, own))) return { outcome: 'wrong-password' };
  return changed(own, (auth, call) => auth.api.disableTwoFactor({ ...call, body: { password } }));
}

/** The sessions of an account that have not ended, newest first. */
export async function ownSessions({ who, setup }: Pick<OwnRequest, 'who' | 'setup'>): Promise<OwnSession[]> {
  const { results } = await setup.env.DIRECTORY.prepare(
    'SELECT id, userAgent, createdAt FROM sessions WHERE userId = ? AND expiresAt > ? ORDER BY createdAt DESC LIMIT 100',
  )
    .bind(who.accountId, new Date().toISOString())
    .all<{ id: string; userAgent: string | null; createdAt: string }>();
  return results.map(({ id, userAgent, createdAt }) => {
    const createdAtMs = Date.parse(createdAt);
    return { id, userAgent: userAgent ?? '', createdAtMs, isThisOne: id === who.sessionId };
  });
}

/** Ends a session of the account; null ends all but this one. */
export async function endSessions(id: string | null, { who, setup }: OwnRequest): Promise<void> {
  const { DIRECTORY } = setup.env;
  const statement =
    id === null
      ? DIRECTORY.prepare('DELETE FROM sessions WHERE userId = ? AND id <> ?').bind(who.accountId, who.sessionId)
      : DIRECTORY.prepare('DELETE FROM sessions WHERE userId = ? AND id = ?').bind(who.accountId, id);
  await statement.run();
}

type Auth = Awaited<ReturnType<typeof authOf>>;
interface OwnCall {
  readonly headers: Headers;
  readonly returnHeaders: true;
}

async function changed(
  { request, setup }: OwnRequest,
  change: (auth: Auth, call: OwnCall) => Promise<{ readonly headers: Headers }>,
): Promise<Changed> {
  const auth = await authOf(setup);
  try {
    const { headers } = await change(auth, {
      headers: await headersForLibrary(request, setup),
      returnHeaders: true,
    });
    return { outcome: 'done', cookies: headers.getAll('Set-Cookie') };
  } catch (failure) {
    if (refusalCode(failure) === null) throw failure;
    return { outcome: 'refused' };
  }
}
