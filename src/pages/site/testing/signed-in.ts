/** A browser that is signed in, for tests. */
import { generateSignedCookie } from 'hono/cookie';
import { authOf } from '../../accounts/auth.ts';
import { type AccountsEnv, accountsSetup } from '../../accounts/environment.ts';
import { signedIn } from '../../accounts/session.ts';
import { welcome } from '../../accounts/wallets.ts';

export interface Browser {
  readonly accountId: string;
  readonly email: string;
  /** As the header `Cookie` has it. */
  readonly cookie: string;
  /** For the field `csrf` of forms. */
  readonly token: string;
}

/**
 * Makes an account without a password, and a session of it: no hash is made.
 * @param base where the service is, as in `https://cutouts.example.org`
 */
export async function signedInBrowser(base: string, bindings: AccountsEnv): Promise<Browser> {
  const setup = accountsSetup(new Request(base), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  const { internalAdapter, authCookies, secret } = await (await authOf(setup)).$context;
  const email = `${crypto.randomUUID()}@example.org`;
  const row = { email, name: '', emailVerified: true, termsAcceptedAt: new Date() };
  const { id } = await internalAdapter.createUser(row, { method: 'email-password' });
  await welcome({ id, email }, setup);
  const { token } = await internalAdapter.createSession(id);
  const signed = await generateSignedCookie(authCookies.sessionToken.name, token, secret, { path: '/', secure: true });
  const [cookie] = signed.split(';');
  const who = await signedIn(new Request(base, { headers: { Cookie: cookie } }), bindings);
  if (!who) throw new Error('The session is none');
  return { accountId: id, email, cookie, token: who.csrfToken };
}
