/** Signing up. The answer is the same whether the address has an account or not; only the mail differs. */
import { authOf, refusalCode } from './auth.ts';
import type { AccountsSetup } from './environment.ts';
import { isInvitation, returnInvitation, useInvitation } from './invitations.ts';
import { signUpCookie } from './sign-up-browser.ts';
import { attempt, limitAttempts } from './throttle.ts';
import { tidyLater } from './tidying.ts';

/** What somebody signs up with. */
export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Token of the invitation, where SIGNUP_MODE asks for one. */
  readonly invitation: string;
}

/** The result: neither `mailed` nor the cookie reveals anything about the address. */
export type SignUpOutcome =
  | { readonly outcome: 'mailed'; readonly cookies: readonly string[] }
  | { readonly outcome: 'closed' | 'not-invited' | 'refused' };

/**
 * Makes an account that waits for its address to be confirmed.
 * @throws Refused 429 after too many, 503 where there is no room to hash
 */
export async function signUp(given: SignUp, request: Request, setup: AccountsSetup): Promise<SignUpOutcome> {
  if (setup.signupMode === 'closed') return { outcome: 'closed' };
  const isByInvitation = setup.signupMode === 'invite';
  // A sign-up without an invitation takes no place of those with one.
  if (isByInvitation && !(await isInvitation(given.invitation, setup))) return { outcome: 'not-invited' };
  const counted = await limitAttempts('sign-up', given.email, request, setup);
  if (isByInvitation && !(await useInvitation(given.invitation, setup))) return { outcome: 'not-invited' };
  tidyLater(setup);
  const auth = await authOf(setup);
  try {
    const { name, email, password } = given;
    const body = { name, email: email.trim(), password, termsAcceptedAt: new Date() };
    // If the address has an account already, the library invents an id.
    const { user } = await attempt(counted, () => auth.api.signUpEmail({ body }));
    return { outcome: 'mailed', cookies: [await signUpCookie(user.id, setup)] };
  } catch (failure) {
    if (isByInvitation) await returnInvitation(given.invitation, setup);
    if (refusalCode(failure) === null) throw failure;
    return { outcome: 'refused' };
  }
}
