/** Reads events of Stripe. */
import * as z from 'zod';

/** What an event reports. Other events are ignored. */
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
  /** The account that began it; null where none is named. */
  readonly accountId: string | null;
  /** What was sold, as the checkout carries it since version 0.2; null where it does not. */
  readonly sold: SoldPack | null;
}

/** What a checkout says of itself, for a directory that was restored to a moment before it began. */
export interface SoldPack {
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly livemode: boolean;
}

/** What Stripe keeps with a checkout: texts. */
export function metadataOf({ credits, amount, currency }: Omit<SoldPack, 'livemode'>): Record<string, string> {
  return { credits: String(credits), amount: String(amount), currency };
}

const namedShape = z.object({ id: z.string().min(1).max(255), type: z.string().max(255) });
const modeShape = z.object({ livemode: z.boolean() });
const eventShape = modeShape.extend({ data: z.object({ object: z.unknown() }) });
const sessionShape = z.object({
  id: z.string(),
  payment_status: z.string(),
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.string().nullable(),
  client_reference_id: z.string().nullish().catch(null),
});
const wholeText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const soldShape = z.object({
  livemode: z.boolean(),
  metadata: z.object({ credits: wholeText, amount: wholeText, currency: z.string().max(3) }),
});
const chargeShape = z.object({ payment_intent: z.string().nullable(), amount_refunded: z.int().nonnegative() });
const disputeShape = z.object({
  id: z.string(),
  payment_intent: z.string().nullable(),
  amount: z.int().nonnegative(),
  status: z.string(),
});

/** The parts of an event that are used. */
export interface ReadEvent {
  readonly id: string;
  readonly type: string;
  /** Null where it is not to be read. */
  readonly livemode: boolean | null;
  /** Null of events that say nothing of interest, and of those that cannot be read. */
  readonly fact: BillingFact | null;
  /** Why an event of a type that is acted on cannot be read; null where it can. */
  readonly problem: string | null;
}

/** Whether something has what every event has. */
export function isEvent(event: unknown): boolean {
  return namedShape.safeParse(event).success;
}

/** Reads an event. @throws ZodError where it has no id or type, so that it is no event at all */
export function readFact(event: unknown): ReadEvent {
  const { id, type } = namedShape.parse(event);
  const livemode = modeShape.safeParse(event).data?.livemode ?? null;
  const read = { id, type, livemode, fact: null, problem: null };
  const factOf = readers.get(type);
  if (!factOf) return read;
  try {
    return { ...read, fact: factOf(eventShape.parse(event).data.object) };
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    return { ...read, problem: cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
  }
}

/** The reader of each type of event that counts. */
const readers: ReadonlyMap<string, (object: unknown) => BillingFact | null> = new Map([
  ['checkout.session.completed', readPaid],
  ['checkout.session.async_payment_succeeded', readPaid],
  ['checkout.session.async_payment_failed', readFailed],
  ['checkout.session.expired', readFailed],
  ['charge.refunded', readRefund],
  ['charge.dispute.created', (object: unknown) => readDispute(object, true)],
  ['charge.dispute.funds_withdrawn', (object: unknown) => readDispute(object, false)],
]);

/** The types of events that count. */
export const eventTypes: readonly string[] = [...readers.keys()];

function readPaid(object: unknown): BillingFact {
  const { id, payment_status, amount_total, currency, payment_intent, ...named } = sessionShape.parse(object);
  const kind = payment_status === 'paid' ? 'paid' : 'waiting';
  const accountId = named.client_reference_id ?? null;
  return {
    kind,
    session: { id, amount: amount_total, currency, payment: payment_intent, accountId, sold: soldOf(object) },
  };
}

/** Null where the checkout carries none: it is of a version before, or not ours. */
function soldOf(object: unknown): SoldPack | null {
  const { data } = soldShape.safeParse(object);
  return data ? { ...data.metadata, livemode: data.livemode } : null;
}

function readFailed(object: unknown): BillingFact {
  return { kind: 'failed', sessionId: sessionShape.parse(object).id };
}

function readRefund(object: unknown): BillingFact | null {
  const { payment_intent: payment, amount_refunded: amount } = chargeShape.parse(object);
  return payment === null ? null : { kind: 'money-back', payment, source: 'refunds', amount };
}

/** @param isNew if so, its status shows whether it is an inquiry, which moves no money yet */
function readDispute(object: unknown, isNew: boolean): BillingFact | null {
  const { id, payment_intent: payment, amount, status } = disputeShape.parse(object);
  const isInquiry = isNew && status.startsWith('warning_');
  return payment === null || isInquiry ? null : { kind: 'money-back', payment, source: id, amount };
}
