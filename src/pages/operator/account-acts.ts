/** What an operator does to an account whose owner cannot: who lost a second factor, whose session was stolen, who wants to go. */
import type { AccountsSetup } from '../accounts/environment.ts';
import { deleteAccount } from '../accounts/leaving.ts';
import { sealAllAnew } from '../accounts/second-factors.ts';
import type { Asked } from './acts.ts';
import { type Actor, noting } from './audit-log.ts';

/** Removes the second factor: the password alone signs in, and an operator sees no such pages until there is another. */
export async function removeSecondFactor({ actor, accountId, env }: Asked): Promise<void> {
  const { DIRECTORY } = env;
  await noting(env, actor, { act: 'remove second factor', accountId, detail: '' }, () =>
    DIRECTORY.batch([
      DIRECTORY.prepare('DELETE FROM second_factors WHERE userId = ?').bind(accountId),
      DIRECTORY.prepare('UPDATE accounts SET twoFactorEnabled = 0 WHERE id = ?').bind(accountId),
    ]),
  );
}

/** Signs the account out in every browser. Keys stay. */
export async function endAllSessions({ actor, accountId, env }: Asked): Promise<void> {
  await noting(env, actor, { act: 'end sessions', accountId, detail: '' }, () =>
    env.DIRECTORY.prepare('DELETE FROM sessions WHERE userId = ?').bind(accountId).run(),
  );
}

/**
 * Deletes the account as its owner would. The audit log keeps its id, and not the address.
 * @throws Error where a ledger cannot be reached: nothing is deleted then, and it can be done again
 */
export async function deleteForOwner({ actor, accountId, env }: Asked, setup: AccountsSetup): Promise<void> {
  await noting(env, actor, { act: 'delete account', accountId, detail: '' }, () =>
    deleteAccount({ who: { accountId }, setup }),
  );
}

/** Seals all second factors under the SESSION_SECRET of today that a former one opens. @returns how many it were */
export async function sealSecondFactors(actor: Actor, setup: AccountsSetup): Promise<number> {
  return noting(setup.env, actor, { act: 'seal second factors', accountId: null, detail: '' }, () =>
    sealAllAnew(setup),
  );
}
