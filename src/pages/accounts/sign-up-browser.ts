/** Which browser made a sign-up. It is known by a signed cookie: its user chose the password. */
import { isSameText } from '../../money/keys/access.ts';
import { hidden } from './addresses.ts';
import { ownCookie, readOwnCookie } from './cookies.ts';
import type { AccountsSetup } from './environment.ts';

const name = 'sign_up';
/** As long as the link of the sign-up. */
const lifeSeconds = 86_400;

/** The cookie of a browser that has just signed up, as a value of `Set-Cookie`. */
export async function signUpCookie(accountId: string, setup: AccountsSetup): Promise<string> {
  return ownCookie(name, await signatureOf(accountId, setup), lifeSeconds, setup);
}

/** Deletes it, as a value of `Set-Cookie`. */
export function endOfSignUpCookie(setup: AccountsSetup): string {
  return ownCookie(name, '', 0, setup);
}

/** Whether the browser of a request made the sign-up of that account. */
export async function isBrowserOfSignUp(request: Request, accountId: string, setup: AccountsSetup): Promise<boolean> {
  const given = readOwnCookie(name, request, setup);
  if (given === null) return false;
  const signatures = [setup.secret, ...setup.formerSecrets].map((secret) => signatureOf(accountId, { secret }));
  const matches = await Promise.all(signatures.map(async (signature) => isSameText(given, await signature)));
  return matches.includes(true);
}

function signatureOf(accountId: string, setup: Pick<AccountsSetup, 'secret'>): Promise<string> {
  return hidden('sign-up-browser', accountId, setup);
}
