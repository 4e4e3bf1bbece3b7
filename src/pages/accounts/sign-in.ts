/** Signing in and out: password first, then the second factor where the account has one. */
import { authOf, refusalCode } from './auth.ts';
import type { AccountsSetup } from './environment.ts';
import { failedTries, networkOfVisitor } from './failed-tries.ts';
import { headersForLibrary } from './former-secrets.ts';
import { endSession } from './session.ts';
import { attempt, limitAttempts } from './throttle.ts';
import { tidyLater } from './tidying.ts';

/** The result of a step. The cookies are for the answer in any case. */
export interface SignInStep {
  /**
   * `ended`: the second step took too long or was tried too often, and begins anew with the password. `locked`: after too
   * many wrong codes none is accepted for a while; only a user who has given the right password gets here.
   */
  readonly outcome: 'signed-in' | 'second-factor' | 'unverified' | 'refused' | 'ended' | 'locked';
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/**
 * Takes e-mail address and password. An address without an account takes the same work and gets the same answer.
 * @throws Refused 429 after too many tries, 503 where there is no room to hash
 */
export async function signIn(
  credentials: { readonly email: string; readonly password: string },
  request: Request,
  setup: AccountsSetup,
): Promise<SignInStep> {
  const { email, password } = credentials;
  const counted = await limitAttempts('sign-in', email, request, setup);
  const auth = await authOf(setup);
  const headers = await headersForLibrary(request, setup);
  const call = { body: { email: email.trim(), password }, headers, returnHeaders: true } as const;
  try {
    const { headers: answered, response } = await attempt(counted, () => auth.api.signInEmail(call));
    const outcome = 'twoFactorRedirect' in response ? 'second-factor' : 'signed-in';
    await counted.refundAttempt();
    // The browser's cookie of it is replaced by now, or emptied until the second step: nobody could end it any more.
    await endSession(request, setup);
    tidyLater(setup);
    return { outcome, cookies: answered.getAll('Set-Cookie') };
  } catch (failure) {
    const code = refusalCode(failure);
    if (code === null) throw failure;
    if (code !== 'EMAIL_NOT_VERIFIED') failedTries.note(networkOfVisitor(request, setup));
    return { outcome: code === 'EMAIL_NOT_VERIFIED' ? 'unverified' : 'refused', cookies: [] };
  }
}

/**
 * Takes the code of the second factor: six digits of an app, or a backup code. The library counts wrong ones: `ended` after
 * five of a step, `locked` after ten of an account.
 */
export async function confirmSignIn(code: string, request: Request, setup: AccountsSetup): Promise<SignInStep> {
  const auth = await authOf(setup);
  const given = code.replace(/\s/g, '');
  const call = {
    body: { code: given },
    headers: await headersForLibrary(request, setup),
    returnHeaders: true,
  } as const;
  try {
    const { headers } = /^\d{6}$/.test(given) ? await auth.api.verifyTOTP(call) : await auth.api.verifyBackupCode(call);
    return { outcome: 'signed-in', cookies: headers.getAll('Set-Cookie') };
  } catch (failure) {
    const refused = refusalCode(failure);
    if (refused === null) throw failure;
    if (refused === 'ACCOUNT_TEMPORARILY_LOCKED') return { outcome: 'locked', cookies: [] };
    const wrong = refused === 'INVALID_CODE' || refused === 'INVALID_BACKUP_CODE';
    return { outcome: wrong ? 'refused' : 'ended', cookies: [] };
  }
}

/** Ends the session of a request. @returns values of `Set-Cookie` */
export async function signOut(request: Request, setup: AccountsSetup): Promise<readonly string[]> {
  const auth = await authOf(setup);
  const { headers } = await auth.api.signOut({ headers: await headersForLibrary(request, setup), returnHeaders: true });
  return headers.getAll('Set-Cookie');
}
