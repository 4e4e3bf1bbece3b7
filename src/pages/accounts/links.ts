/** Links of mails: what they confirm, and how they are asked for again. */
import { isAddressTaken } from './addresses.ts';
import { authOf, refusalCode } from './auth.ts';
import type { AccountsSetup } from './environment.ts';
import { headersForLibrary, tokenForLibrary } from './former-secrets.ts';
import { hashPassword } from './password.ts';
import { endingLinks, endingOlder } from './password-change.ts';
import { endSession } from './session.ts';
import { endOfSignUpCookie, isBrowserOfSignUp } from './sign-up-browser.ts';
import { readSignedLink, type SignedLink } from './signed-link.ts';
import { limitAttempts } from './throttle.ts';

/** What became of the link that confirms an address. */
export type Confirmed =
  /** Not valid, or not any more. */
  | { readonly outcome: 'dead' }
  /** A sign-up of another browser: the reader of the mail chooses the password of the account. */
  | { readonly outcome: 'password-needed' }
  /** With values of `Set-Cookie`: a session where it was a sign-up. */
  | { readonly outcome: 'confirmed'; readonly cookies: readonly string[] };

/** Whether a link confirms only together with a password. */
export async function needsPassword(token: string, request: Request, setup: AccountsSetup): Promise<boolean> {
  const link = await readSignedLink(token, setup);
  return link !== null && isOfAnotherBrowser(link, request, setup);
}

/**
 * Confirms the address that a mailed link names. The link of a sign-up signs in, once: in the browser that signed up by
 * a click, elsewhere with a password, that of the sign-up or a new one. Until then no sign-in works.
 * @param password null where none was given
 * @throws Refused 503 where there is no room to hash
 */
export async function confirmAddress(
  token: string,
  password: string | null,
  request: Request,
  setup: AccountsSetup,
): Promise<Confirmed> {
  const link = await readSignedLink(token, setup);
  if (!link) return { outcome: 'dead' };
  if (await isOfAnotherBrowser(link, request, setup)) {
    if (password === null) return { outcome: 'password-needed' };
    await setFirstPassword(link.accountId, password, setup);
  }
  const auth = await authOf(setup);
  try {
    const current = await tokenForLibrary(token, setup);
    const call = {
      query: { token: current },
      headers: await headersForLibrary(request, setup),
      returnHeaders: true,
    } as const;
    const { headers } = await auth.api.verifyEmail(call);
    // The address before may still have a link for a new password.
    if (link.kind === 'new-address') await endingLinks(link.accountId, setup).run();
    const cookies = headers.getAll('Set-Cookie');
    if (link.kind === 'sign-up' && cookies.length > 0) {
      // The new session takes the place of the one that the browser may have had.
      await endSession(request, setup);
      cookies.push(endOfSignUpCookie(setup));
    }
    return { outcome: 'confirmed', cookies };
  } catch (failure) {
    // Somebody may have signed up with the new address since the link was mailed: the library does not check.
    if (refusalCode(failure) === null && !isAddressTaken(failure)) throw failure;
    return { outcome: 'dead' };
  }
}

async function isOfAnotherBrowser(link: SignedLink, request: Request, setup: AccountsSetup): Promise<boolean> {
  const waits = link.kind === 'sign-up' && !link.isConfirmed;
  return waits && !(await isBrowserOfSignUp(request, link.accountId, setup));
}

/** Sets the password of an account that waits for its address to be confirmed; of any other it stays. */
async function setFirstPassword(accountId: string, password: string, setup: AccountsSetup): Promise<void> {
  const hash = await hashPassword(password, setup);
  const { DIRECTORY } = setup.env;
  await DIRECTORY.batch([
    DIRECTORY.prepare(
      `UPDATE credentials SET password = ?1, updatedAt = ?2 WHERE userId = ?3
       AND EXISTS (SELECT id FROM accounts WHERE id = ?3 AND emailVerified = 0)`,
    ).bind(hash, new Date().toISOString(), accountId),
    ...endingOlder(accountId, null, setup),
  ]);
}

/** Mails the link of a sign-up once more, where one waits for it. @throws Refused 429 after too many */
export async function mailConfirmationAgain(email: string, request: Request, setup: AccountsSetup): Promise<void> {
  await limitAttempts('confirmation', email, request, setup);
  const auth = await authOf(setup);
  await auth.api.sendVerificationEmail({ body: { email: email.trim() } }).catch(onlyOurs);
}

/** Mails a link for a new password, where the address has an account. @throws Refused 429 after too many */
export async function mailReset(email: string, request: Request, setup: AccountsSetup): Promise<void> {
  await limitAttempts('reset', email, request, setup);
  const auth = await authOf(setup);
  await auth.api.requestPasswordReset({ body: { email: email.trim().toLowerCase() } }).catch(onlyOurs);
}

/**
 * Sets a new password and ends all that is older: sessions, other links, open second steps.
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

/** A refusal of the library gets the same answer as a success. */
function onlyOurs(failure: unknown): void {
  if (refusalCode(failure) === null) throw failure;
}
