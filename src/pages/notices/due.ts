/** Which notices are due for a wallet. */
import type { WalletBalance } from '../../contract/account.ts';

/** `mostly-used`: 80 % of the balance right after the last grant. `expiry`: within 14 days. */
export type NoticeKind = 'mostly-used' | 'used-up' | 'expiry';

const dayMs = 86_400_000;
const expiryDays = 14;
/** One of so many is left where 80 % are used. */
const leftOf = 5;

/** Of the used ones at most the graver; none of a wallet that never had a credit. */
export function dueNotices({ balance, expiresAtMs, lastGrant }: WalletBalance, nowMs: number): NoticeKind[] {
  if (!lastGrant || lastGrant.balanceAfter === 0) return [];
  if (balance === 0) return ['used-up'];
  const due: NoticeKind[] = [];
  if (balance * leftOf <= lastGrant.balanceAfter) due.push('mostly-used');
  if (expiresAtMs > nowMs && expiresAtMs <= nowMs + expiryDays * dayMs) due.push('expiry');
  return due;
}
