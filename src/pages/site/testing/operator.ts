/** An account and an act as pages of operators show them, with what a page has to escape. */
import type { FoundAccount } from '../../operator/accounts.ts';
import type { NotedAct } from '../../operator/audit-log.ts';

export const atMs = Date.UTC(2026, 10, 26, 14, 5);
/** The same as a page writes it. */
export const moment = '26 Nov 2026, 14:05 UTC';

export const account: FoundAccount = {
  id: 'account-2',
  email: 'bob<b>@example.org',
  name: 'Bob & Co',
  emailVerified: true,
  isOperator: false,
  createdAt: new Date(atMs).toISOString(),
};

export const act: NotedAct = {
  id: 1,
  atMs,
  operator: 'olive@example.org',
  act: 'top up',
  detail: '70 credits <x>',
  accountId: 'account-2',
  done: true,
};
