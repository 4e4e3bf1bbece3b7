/** Who is signed in: the session that the cookie of a request names. */
import { authOf } from './auth.ts';
import { csrfToken } from './csrf.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { headersForLibrary } from './former-secrets.ts';
import { hasSessionCookie } from './session-cookie.ts';

/** The signed-in person. */
export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly isOperator: boolean;
  /** For the forms and calls of pages that are made for this session. */
  readonly csrfToken: string;
  readonly name: string;
  /** Whether a second factor is asked for at sign-in. */
  readonly hasSecondFactor: boolean;
  readonly sessionId: string;
}

/** Who sent the request; null if nobody is signed in. Without our cookie nothing is loaded and nothing asked. */
export async function signedIn(request: Request, env: AccountsEnv): Promise<SignedIn | null> {
  if (!hasSessionCookie(request)) return null;
  const setup = accountsSetup(request, env);
  if (!setup) return null;
  const auth = await authOf(setup);
  const found = await auth.api.getSession({ headers: await headersForLibrary(request, setup) });
  if (!found) return null;
  const { session, user } = found;
  return {
    accountId: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    isOperator: user.isOperator === true,
    csrfToken: await csrfToken(session.id, setup.secret),
    name: user.name,
    hasSecondFactor: user.twoFactorEnabled === true,
    sessionId: session.id,
  };
}

/** Ends the session that a request comes with, where there is one. */
export async function endSession(request: Request, { env }: AccountsSetup): Promise<void> {
  const who = await signedIn(request, env);
  if (who) await env.DIRECTORY.prepare('DELETE FROM sessions WHERE id = ?').bind(who.sessionId).run();
}
