/** Links of mails: what they confirm, and how they are asked for again. */
import { authOf, refusalCode } from './auth.ts';
import type { AccountsSetup } from './environment.ts';
import { countTry } from './throttle.ts';

/**
 * Confirms the address that a mailed link names. The link of a sign-up signs in, once.
 * @returns null where the link is not valid (any more); else values of `Set-Cookie`, of which there may be none
 */
export async function confirmAddress(
  token: string,
  request: Request,
  setup: AccountsSetup,
): Promise<readonly string[] | null> {
  const auth = await authOf(setup);
  try {
    const call = { query: { token }, headers: request.headers, returnHeaders: true } as const;
    const { headers } = await auth.api.verifyEmail(call);
    return headers.getAll('Set-Cookie');
  } catch (failure) {
    if (refusalCode(failure) === null) throw failure;
    return null;
  }
}

/** Mails the link of a sign-up once more, where one waits for it. @throws Refused 429 after too many */
export async function mailConfirmationAgain(email: string, request: Request, setup: AccountsSetup): Promise<void> {
  await countTry('confirmation', email, request, setup);
  const auth = await authOf(setup);
  await auth.api.sendVerificationEmail({ body: { email: email.trim() } }).catch(onlyOurs);
}

/** Mails a link for a new password, where the address has an account. @throws Refused 429 after too many */
export async function mailReset(email: string, request: Request, setup: AccountsSetup): Promise<void> {
  await countTry('reset', email, request, setup);
  const auth = await authOf(setup);
  await auth.api.requestPasswordReset({ body: { email: email.trim().toLowerCase() } }).catch(onlyOurs);
}

/**
 * Sets a new password and ends all sessions of the account.
 * @returns false where the link is not valid (any more)
 * @throws Refused 503 where there is no room to hash
 */
export async function resetPassword(token: string, newPassword: string, setup: AccountsSetup): Promise<boolean> {
  const auth = await authOf(setup);
  try {
    await auth.api.resetPassword({ body: { token, newPassword } });
    return true;
  } catch (failure) {
    if (refusalCode(failure) === null) throw failure;
    return false;
  }
}

/** What the library refuses is answered like what it takes. */
function onlyOurs(failure: unknown): void {
  if (refusalCode(failure) === null) throw failure;
}
