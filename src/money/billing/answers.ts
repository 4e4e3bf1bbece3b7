/** Answers of this part of the admin API: the service builds them and the command line reads them. */
import * as z from 'zod';

/** An event of Stripe that was fetched and worked on. */
export const readEventAnswer = z.object({ id: z.string(), outcome: z.enum(['settled', 'ignored', 'refused']) });

export type ReadEventAnswer = z.infer<typeof readEventAnswer>;

/** A payment of a purchase that this deployment does not know. */
const unknownPayment = z.object({
  /** Stripe's checkout session. */
  session: z.string(),
  /** The account that began it, if it names one. */
  account: z.string().nullable(),
  /** In the smallest unit of the currency. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
});

/** A part of Stripe's events that was worked on again. */
export const rereadPart = z.object({
  events: z.int(),
  /** Ids of events whose payment is not what was sold. */
  refused: z.array(z.string()),
  /** Ids of events that could not be read. */
  unreadable: z.array(z.string()),
  unknown: z.array(unknownPayment),
  /** Ids of events that could not be worked on, as where a ledger is damaged. */
  failed: z.array(z.string()),
  /** Where the next part begins; null where there is none. */
  next: z.string().nullable(),
});

export type RereadPart = z.infer<typeof rereadPart>;
