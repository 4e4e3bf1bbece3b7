/** Visits of somebody who is signed in, for tests of pages alone: nothing can be asked of its deployment. */
import { type AccountsEnv, accountsSetup } from '../../accounts/environment.ts';
import type { SignedIn } from '../../accounts/session.ts';
import type { OwnVisit } from '../visit/visit.tsx';

const who: SignedIn = {
  accountId: 'account-1',
  email: 'ada@example.org',
  emailVerified: true,
  isOperator: false,
  csrfToken: 'token-of-the-session',
  name: 'Ada',
  hasSecondFactor: false,
  sessionId: 'session-1',
};

/** @param changes in who is there */
export function visitOf(changes: Partial<SignedIn> = {}): OwnVisit {
  const variables = { SESSION_SECRET: 'secret', PUBLIC_URL: 'https://cutouts.example.org' };
  const env = { ...variables, SUPPORT_EMAIL: 'help@example.org' } as Partial<AccountsEnv> as AccountsEnv;
  const setup = accountsSetup(new Request('https://cutouts.example.org/'), env);
  if (!setup) throw new Error('Accounts are not set up');
  return { setup, who: { ...who, ...changes }, token: 'token-of-the-session', form: new URLSearchParams() };
}

/** The HTML of a page. */
export async function htmlOf(page: { toString(): string | Promise<string> } | Promise<unknown>): Promise<string> {
  return String(await (await page)?.toString());
}
