/** `npm run accounts -- billing reread`: has all of Stripe's events since a moment worked on again, and says what could not be. */
import type * as z from 'zod';
import type { Ask } from '../keys/audit.ts';
import { rereadPart } from './answers.ts';

export const rereadReport = rereadPart.omit({ next: true });
export type RereadReport = z.infer<typeof rereadReport>;

/**
 * Stripe sends an event for three days until it is taken: what was made before a moment may have come after it. All counts once.
 */
const lateMs = 4 * 86_400_000;

/** Goes through the events, some at a time. @param sinceMs Unix milliseconds */
export async function rereadAll(ask: Ask, sinceMs: number): Promise<RereadReport> {
  const report: RereadReport = { events: 0, refused: [], unreadable: [], unknown: [], failed: [] };
  const since = new Date(sinceMs - lateMs).toISOString();
  for (let after: string | null = null; ; ) {
    const answer = await ask({ method: 'POST', path: '/billing/reread', body: { since, after } });
    const { next, ...part } = rereadPart.parse(answer);
    report.events += part.events;
    report.refused.push(...part.refused);
    report.unreadable.push(...part.unreadable);
    report.unknown.push(...part.unknown);
    report.failed.push(...part.failed);
    if (next === null) return report;
    after = next;
  }
}

/** What came of it, for a person: the first line counts, the others say what is left to do by hand. */
export function rereadWords({ events, refused, unreadable, unknown, failed }: RereadReport): string {
  return [
    `${events} events of Stripe were read again; each counts once`,
    ...refused.map((id) => `${id}: what was paid is not what was sold; refund it in Stripe`),
    ...unreadable.map((id) => `${id}: cannot be read; install a version that can, then billing read ${id}`),
    ...failed.map(
      (id) => `${id}: failed, as the log says; look for a damaged ledger (keys audit), then billing read ${id}`,
    ),
    ...unknown.map(({ session, account, amount, currency }) => {
      const price = `${amount ?? '?'} ${currency ?? ''} (smallest unit)`;
      return `${session}: ${price} paid, and no such purchase or account ${account ?? ''} is here; refund it in Stripe, unless it is another deployment's`;
    }),
  ].join('\n');
}
