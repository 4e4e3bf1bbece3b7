/** What is done with an event that is Stripe's for certain. */
import { type BillingFact, readFact } from './facts.ts';
import { note } from './note.ts';
import { type Settlement, settle } from './settle.ts';
import type { BillingEnv, BillingSetup } from './setup.ts';
import { forgetUnread } from './unread.ts';

/** What came of an event: an `unreadable` one has done nothing, and `problem` says what is wrong with it. */
export type Worked =
  | { readonly outcome: Settlement }
  | { readonly outcome: 'unreadable'; readonly id: string; readonly kind: string; readonly problem: string };

/**
 * Works on an event. Again, and in any order, it comes to the same.
 * @throws Error where ledger or directory cannot be reached, or this is no event at all
 */
export async function workOn({ env, livemode }: BillingSetup, event: unknown): Promise<Worked> {
  const { id, type, livemode: isLive, fact, problem } = readFact(event);
  const isOtherMode = isLive !== null && isLive !== livemode;
  if (problem !== null && !isOtherMode) {
    note('error', 'billing-unreadable', { id, type, problem });
    return { outcome: 'unreadable', id, kind: type, problem };
  }
  if (isOtherMode && (fact || problem !== null)) note('warning', 'billing-other-mode', { type, livemode: isLive });
  const outcome = fact && !isOtherMode ? await settleFact(env, type, fact) : 'ignored';
  await forgetUnread(env.DIRECTORY, id);
  return { outcome };
}

async function settleFact(env: BillingEnv, type: string, fact: BillingFact): Promise<Settlement> {
  const settlement = await settle(env, fact, Date.now());
  note(settlement === 'refused' ? 'error' : 'info', `billing-${settlement}`, { type, fact });
  return settlement;
}
