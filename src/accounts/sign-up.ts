/** Signing up. Whoever does so reads the same, whether the address has an account or not; the mail tells. */
import { authOf, refusalCode } from './auth.ts';
import type { AccountsSetup } from './environment.ts';
import { useInvitation } from './invitations.ts';
import { countTry } from './throttle.ts';

/** What somebody signs up with. */
export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Token of the invitation, where SIGNUP_MODE asks for one. */
  readonly invitation: string;
}

/** What became of it: `mailed` says nothing about the address. */
export type SignUpOutcome = 'mailed' | 'closed' | 'not-invited' | 'refused';

/** An address that nobody confirms is forgotten. */
const unconfirmedLifeMs = 7 * 86_400_000;

/**
 * Makes an account that waits for its address to be confirmed.
 * @throws Refused 429 after too many, 503 where there is no room to hash
 */
export async function signUp(given: SignUp, request: Request, setup: AccountsSetup): Promise<SignUpOutcome> {
  if (setup.signupMode === 'closed') return 'closed';
  await countTry('sign-up', given.email, request, setup);
  if (setup.signupMode === 'invite' && !(await useInvitation(given.invitation, setup))) return 'not-invited';
  await forgetUnconfirmed(setup);
  const auth = await authOf(setup);
  try {
    const { name, email, password } = given;
    await auth.api.signUpEmail({ body: { name, email: email.trim(), password, termsAcceptedAt: new Date() } });
    return 'mailed';
  } catch (failure) {
    if (refusalCode(failure) === null) throw failure;
    return 'refused';
  }
}

/** Forgets accounts whose address was never confirmed; they have neither wallets nor keys. */
async function forgetUnconfirmed({ env }: AccountsSetup): Promise<void> {
  const horizon = new Date(Date.now() - unconfirmedLifeMs).toISOString();
  await env.DIRECTORY.prepare('DELETE FROM accounts WHERE emailVerified = 0 AND createdAt < ?').bind(horizon).run();
}
