/** The account that shows the dashboard at once: made once, on this machine alone. */
import { randomBytes } from 'node:crypto';
import type { LocalState } from './local-state.ts';

/** How to sign in. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
}

const email = 'demo@example.com';

/**
 * The demo account of this state folder; made through the admin API at the first call, with the credits of a sign-up.
 * @throws Error when the service refuses to make it
 */
export async function demoAccount(base: string, state: LocalState): Promise<DemoAccount> {
  const kept = state.demoAccount();
  if (kept?.isMade) return kept;
  // Stored before the account is made: after an interruption in between the password is known.
  const account = kept ?? { email, password: randomBytes(9).toString('base64url'), isMade: false };
  state.keepDemoAccount(account);
  const answer = await fetch(`${base}/admin/accounts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${state.secrets().ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const text = await answer.text();
  if (!answer.ok && !text.includes('"exists"'))
    throw new Error(`The demo account was not made: ${answer.status} ${text}`);
  state.keepDemoAccount({ ...account, isMade: true });
  return account;
}
