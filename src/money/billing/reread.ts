/** Stripe's events of the time after a restored backup, worked on again. What was worked on before changes nothing. */
import type { RereadPart } from './answers.ts';
import { readFact } from './facts.ts';
import { note } from './note.ts';
import type { BillingSetup } from './setup.ts';
import { listEvents } from './stripe.ts';
import { workOn } from './work.ts';

/** Events of one call: each takes some calls of directory and ledger. */
const eventsOfPart = 50;

/**
 * Works on a part of the events since a moment. One that fails, as where its ledger is damaged, is named, and the others go on.
 * @param after the `next` of the part before; null to begin
 * @throws Error where Stripe cannot be reached: the part has to be asked for again
 */
export async function rereadEvents(setup: BillingSetup, sinceMs: number, after: string | null): Promise<RereadPart> {
  const { events, next } = await listEvents(setup, sinceMs, after, eventsOfPart);
  const part: Omit<RereadPart, 'next'> = {
    events: events.length,
    refused: [],
    unreadable: [],
    unknown: [],
    failed: [],
  };
  for (const event of events) {
    const { id, fact } = readFact(event);
    try {
      const { outcome } = await workOn(setup, event);
      if (outcome === 'refused') part.refused.push(id);
      if (outcome === 'unreadable') part.unreadable.push(id);
      if (outcome !== 'ignored' || fact?.kind !== 'paid') continue;
      const { id: session, amount, currency, accountId: account } = fact.session;
      part.unknown.push({ session, account, amount, currency });
    } catch (cause) {
      note('error', 'billing-reread-failed', { id, cause });
      part.failed.push(id);
    }
  }
  return { ...part, next };
}
