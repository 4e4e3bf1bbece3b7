/** What an operator does to an account. Each act is in the audit log before it is done; one that moves credits is an entry too. */

import type { Grant } from '../../contract/account.ts';
import { normalEmail } from '../accounts/addresses.ts';
import type { AccountsSetup } from '../accounts/environment.ts';
import { createInvitation } from '../accounts/invitations.ts';
import { type NamedWallet, type OperatorEnv, walletsOfAccount } from './accounts.ts';
import { type Actor, noting } from './audit-log.ts';

/** What one operator asks for an account. */
export interface Asked {
  readonly actor: Actor;
  readonly accountId: string;
  readonly env: OperatorEnv;
}

/**
 * Gives credits to a wallet of the account.
 * @param grant its reference makes a form that is sent twice count once
 * @param why in the operator's words
 * @returns false where the account has no such wallet
 */
export async function topUp(
  { actor, accountId, env }: Asked,
  type: string,
  grant: Grant & { readonly reference: string },
  why: string,
): Promise<boolean> {
  const wallet = (await walletsOfAccount(accountId, env)).find((each) => each.type === type);
  if (!wallet) return false;
  const detail = `${grant.credits} credits to ${wallet.wallet}, ${grant.reference}${why ? `: ${why}` : ''}`;
  const state = await noting(env, actor, { act: 'top up', accountId, detail }, () =>
    env.LEDGERS.getByName(wallet.wallet).topUp(wallet.hiddenKeyId, grant),
  );
  return state !== null;
}

/** What became of a refund of a call. */
export type CallRefund = 'refunded' | 'refunded-before' | 'not-charged' | 'several-charged';

/**
 * Gives back what a call cost, once, to the wallet that paid for it. When the wallet's credits expire stays as it is.
 * Clients may choose request ids: where several calls were charged under one, nothing is given back.
 * @param requestId of the call, as in its X-Request-Id
 * @param why in the operator's words
 * @throws Error where a ledger does not answer: it may have paid for another call of this id
 */
export async function refundCall(
  { actor, accountId, env }: Asked,
  requestId: string,
  why: string,
): Promise<CallRefund> {
  const wallets = await walletsOfAccount(accountId, env);
  const found = await Promise.all(
    wallets.map(async ({ wallet, hiddenKeyId }) => {
      const entries = await env.LEDGERS.getByName(wallet).entriesOfRequest(requestId);
      return entries.map(({ kind, amount }) => ({ wallet, hiddenKeyId, kind, amount }));
    }),
  );
  const moves = found.flat();
  const [charge, another] = moves.filter(({ kind }) => kind === 'charge');
  if (!charge) return 'not-charged';
  if (another) return 'several-charged';
  if (moves.some(({ kind }) => kind === 'grant')) return 'refunded-before';
  const { wallet, hiddenKeyId, amount } = charge;
  const grant = { credits: -amount, expiresAtMs: null, reference: `refund:${requestId}`, ofCall: requestId };
  const detail = `${-amount} credits to ${wallet}, for the call ${requestId}${why ? `: ${why}` : ''}`;
  await noting(env, actor, { act: 'refund', accountId, detail }, () =>
    env.LEDGERS.getByName(wallet).topUp(hiddenKeyId, grant),
  );
  return 'refunded';
}

/**
 * Refuses all keys of both wallets at once, or no longer.
 * @returns the wallets that it was done to
 */
export async function setSuspended(
  { actor, accountId, env }: Asked,
  suspended: boolean,
): Promise<readonly NamedWallet[]> {
  const wallets = await walletsOfAccount(accountId, env);
  const detail = wallets.map(({ wallet }) => wallet).join(', ');
  await noting(env, actor, { act: suspended ? 'suspend' : 'resume', accountId, detail }, () =>
    Promise.all(
      wallets.map(({ wallet, hiddenKeyId }) => env.LEDGERS.getByName(wallet).suspend(hiddenKeyId, suspended)),
    ),
  );
  return wallets;
}

/**
 * Makes an invitation.
 * @param note whom it is for
 * @returns the link, which is shown once
 */
export async function invite(actor: Actor, note: string, setup: AccountsSetup): Promise<string> {
  const { url } = await noting(setup.env, actor, { act: 'invite', accountId: null, detail: note }, () =>
    createInvitation(note || null, actor.accountId, setup),
  );
  return url;
}

/**
 * Marks an account as an operator's, or no longer. With the admin token alone.
 * @returns the account's id; null where no account has the address
 */
export async function setOperator(email: string, isOperator: boolean, actor: Actor, env: OperatorEnv) {
  const accountId = await accountIdOf(email, env);
  if (accountId === null) return null;
  const act = isOperator ? 'make operator' : 'unmake operator';
  await noting(env, actor, { act, accountId, detail: normalEmail(email) }, () =>
    env.DIRECTORY.prepare('UPDATE accounts SET isOperator = ? WHERE id = ?')
      .bind(isOperator ? 1 : 0, accountId)
      .run(),
  );
  return accountId;
}

/** The account with an address; null where there is none. */
export async function accountIdOf(
  email: string,
  { DIRECTORY }: Pick<OperatorEnv, 'DIRECTORY'>,
): Promise<string | null> {
  const found = await DIRECTORY.prepare('SELECT id FROM accounts WHERE email = ?')
    .bind(normalEmail(email))
    .first<{ id: string }>();
  return found?.id ?? null;
}
