/** What an event of Stripe says, in our words. */
import { z } from 'zod';

/** What was told. Of events that say none of it nothing is wanted. */
export type BillingFact =
  | { readonly kind: 'paid' | 'waiting'; readonly session: PaidSession }
  | { readonly kind: 'failed'; readonly sessionId: string }
  | { readonly kind: 'money-back'; readonly payment: string; readonly source: string; readonly amount: number };

/** A checkout session that the buyer has gone through. */
export interface PaidSession {
  readonly id: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly payment: string | null;
}

const eventShape = z.object({ type: z.string(), livemode: z.boolean(), data: z.object({ object: z.unknown() }) });
const sessionShape = z.object({
  id: z.string(),
  payment_status: z.string(),
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.string().nullable(),
});
const chargeShape = z.object({ payment_intent: z.string().nullable(), amount_refunded: z.int().nonnegative() });
const disputeShape = z.object({
  id: z.string(),
  payment_intent: z.string().nullable(),
  amount: z.int().nonnegative(),
  status: z.string(),
});

/** An event, as far as it concerns us. */
export interface ToldEvent {
  readonly type: string;
  readonly livemode: boolean;
  /** Null of events that say nothing of interest. */
  readonly fact: BillingFact | null;
}

/** Reads an event. @throws ZodError where it is not what Stripe describes */
export function readFact(event: unknown): ToldEvent {
  const { type, livemode, data } = eventShape.parse(event);
  return { type, livemode, fact: factOf(type, data.object) };
}

function factOf(type: string, object: unknown): BillingFact | null {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { id, payment_status, amount_total, currency, payment_intent } = sessionShape.parse(object);
      const kind = payment_status === 'paid' ? 'paid' : 'waiting';
      return { kind, session: { id, amount: amount_total, currency, payment: payment_intent } };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { kind: 'failed', sessionId: sessionShape.parse(object).id };
    case 'charge.refunded': {
      const { payment_intent: payment, amount_refunded: amount } = chargeShape.parse(object);
      return payment === null ? null : { kind: 'money-back', payment, source: 'refunds', amount };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn': {
      const { id, payment_intent: payment, amount, status } = disputeShape.parse(object);
      // An inquiry, which moves no money yet.
      const isInquiry = type === 'charge.dispute.created' && status.startsWith('warning_');
      return payment === null || isInquiry ? null : { kind: 'money-back', payment, source: id, amount };
    }
    default:
      return null;
  }
}
