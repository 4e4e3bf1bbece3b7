/** Whether entries add up: each balance is the one before it and the amount, and the last is the wallet's. */
import type { AuditPage, Entry } from '../../contract/account.ts';

export type Link = Pick<Entry, 'sequence' | 'kind' | 'amount' | 'balanceAfter'>;

/** What the walk needs of the store. */
export interface Chain {
  /** Entries from that sequence on down, newest first. */
  walk(fromSequence: number, limit: number): Iterable<Link>;
}

/**
 * Checks at most `limit` entries from new to old. A correction ends the walk: it accounts for all before it.
 * @param balance what the newest entry must say
 * @param from sequence of the last entry that was checked before; null to begin with the newest
 */
export function auditEntries(chain: Chain, balance: number, from: number | null, limit: number): AuditPage {
  let due = balance;
  let next = Number.MAX_SAFE_INTEGER;
  if (from !== null) {
    for (const { sequence, balanceAfter, amount } of chain.walk(from, 1)) {
      due = balanceAfter - amount;
      next = sequence - 1;
    }
  }
  let checked = 0;
  for (const { sequence, kind, amount, balanceAfter } of chain.walk(next, limit)) {
    checked++;
    if (balanceAfter !== due) {
      return { fault: `entry ${sequence} says a balance of ${balanceAfter} where ${due} is due`, checked, next: null };
    }
    if (kind === 'correction') return { fault: null, checked, next: null };
    due = balanceAfter - amount;
    next = sequence;
  }
  if (checked === limit) return { fault: null, checked, next };
  const fault = due === 0 ? null : `entries of ${due} credits are missing before the first`;
  return { fault, checked, next: null };
}
