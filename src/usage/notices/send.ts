/** Looks at wallets and mails their owners what is due, once for each grant. */
import { type AccountsEnv, accountsSetup, hasMail } from '../../accounts/environment.ts';
import { deliver } from '../../accounts/mail.ts';
import { ownedWallets, ownersOf } from '../../accounts/owners.ts';
import type { UsageEnv } from '../event.ts';
import { dueNotices, type NoticeKind } from './due.ts';
import { noticeMail } from './letters.ts';

/** Wallets that one message of the queue names. */
const wallets = { perMessage: 50, perPage: 1000 };

/**
 * Mails what is due of some wallets. Nothing is looked at where a deployment has no accounts or no mail.
 * @throws Error where directory or a ledger cannot be reached; what was told by then is not told again
 */
export async function tellOwners(names: readonly string[], env: AccountsEnv, nowMs: number): Promise<void> {
  const setup = accountsSetup(new Request('http://localhost'), env);
  if (!setup || !hasMail(setup)) return;
  for (const owner of await ownersOf(names, env.DIRECTORY)) {
    const wallet = await env.LEDGERS.getByName(owner.wallet).walletBalance();
    if (!wallet?.lastGrant) continue;
    for (const kind of dueNotices(wallet, nowMs)) {
      if (!(await isFirst(env.DIRECTORY, owner.wallet, kind, wallet.lastGrant.sequence, nowMs))) continue;
      await deliver(setup, noticeMail(kind, owner, wallet, setup.publicUrl ?? null));
    }
  }
}

/** Has every wallet that is somebody's looked at, by the queue's consumer. @throws Error of D1 or the queue */
export async function haveAllSeen(env: UsageEnv & { readonly DIRECTORY: D1Database }): Promise<void> {
  if (!env.USAGE) return;
  for (let after = ''; ; ) {
    const page = await ownedWallets(env.DIRECTORY, after, wallets.perPage);
    for (let from = 0; from < page.length; from += wallets.perMessage) {
      await env.USAGE.send({ wallets: page.slice(from, from + wallets.perMessage) });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < wallets.perPage) return;
    after = last;
  }
}

/** Notes that a notice is told. @returns false where it was noted before */
async function isFirst(
  directory: D1Database,
  wallet: string,
  kind: NoticeKind,
  grantSequence: number,
  nowMs: number,
): Promise<boolean> {
  const statement =
    'INSERT INTO notice (wallet, kind, grant_sequence, told_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
  const { meta } = await directory.prepare(statement).bind(wallet, kind, grantSequence, nowMs).run();
  return meta.changes > 0;
}
