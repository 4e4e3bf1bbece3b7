/** Mails due notices to owners of wallets, each once for each grant. */
import type { UsageEnv } from '../../money/usage/event.ts';
import { type AccountsEnv, accountsSetup, hasMail } from '../accounts/environment.ts';
import { deliver } from '../accounts/mail.ts';
import { ownedWallets, ownersOf } from '../accounts/owners.ts';
import { dueNotices, type NoticeKind } from './due.ts';
import { noticeMail } from './letters.ts';

/** Wallets that one message of the queue names. */
const wallets = { perMessage: 50, perPage: 1000 };

/**
 * Mails the notices that are due for these wallets. A deployment without accounts or mail sends none.
 * @throws Error if the directory or a ledger cannot be reached; notices sent before are not sent again
 */
export async function sendDueNotices(names: readonly string[], env: AccountsEnv, nowMs: number): Promise<void> {
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

/** Queues every wallet with an owner, for the queue's consumer to check. @throws Error of D1 or the queue */
export async function queueAllWallets(env: UsageEnv & { readonly DIRECTORY: D1Database }): Promise<void> {
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

/** Records a notice. @returns false if it was recorded before */
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
