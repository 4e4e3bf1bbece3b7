/** The rows of purchases in D1. They are for showing, and for knowing what was sold; credits are the ledger's. */

import { formatExpiry } from '../../contract/dates.ts';

export const purchaseStates = ['open', 'waiting', 'paid', 'failed', 'refused'] as const;
/** `open`: the buyer is at Stripe. `waiting`: the bank has not paid yet. `refused`: it was not what we had sold. */
export type PurchaseState = (typeof purchaseStates)[number];

/** What was sold to whom. */
export interface Purchase {
  /** Of Stripe's checkout session. */
  readonly sessionId: string;
  readonly accountId: string;
  readonly wallet: string;
  readonly keyId: string;
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly livemode: boolean;
}

/** A purchase as lists show it. */
export interface ListedPurchase extends Purchase {
  readonly state: PurchaseState;
  readonly createdAtMs: number;
  /** Credits that went back with money. */
  readonly creditsBack: number;
}

/** A step of credits that go back. */
export interface StepBack {
  readonly upTo: number;
  readonly credits: number;
}

/** Writes a purchase down that begins. One that is there already stays as it is. */
export async function addPurchase(directory: D1Database, purchase: Purchase, nowMs: number): Promise<void> {
  const { sessionId, accountId, wallet, keyId, credits, amount, currency, livemode } = purchase;
  await directory
    .prepare(`INSERT INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', NULL, ?, ?)
      ON CONFLICT DO NOTHING`)
    .bind(sessionId, accountId, wallet, keyId, credits, amount, currency, livemode ? 1 : 0, nowMs, nowMs)
    .run();
}

/** The purchase of a checkout session; null where the session belongs to no purchase of this deployment. */
export async function findPurchase(directory: D1Database, sessionId: string): Promise<Purchase | null> {
  const statement = 'SELECT * FROM purchase WHERE session_id = ?';
  const row = await directory.prepare(statement).bind(sessionId).first<PurchaseRow>();
  return row ? toPurchase(row) : null;
}

/** The wallet that gets what an account buys, and its key; null where there is none. */
export async function boughtFor(
  directory: D1Database,
  accountId: string,
): Promise<Pick<Purchase, 'wallet' | 'keyId'> | null> {
  const statement = `SELECT wallet, hidden_key_id AS keyId FROM account_wallet
    WHERE account_id = ? AND type = 'live' AND opened_at IS NOT NULL`;
  return directory.prepare(statement).bind(accountId).first<Pick<Purchase, 'wallet' | 'keyId'>>();
}

/** The purchase of a payment; null if none is known. */
export async function findPaid(directory: D1Database, payment: string): Promise<Purchase | null> {
  const statement = `SELECT * FROM purchase WHERE payment = ? AND state = 'paid'`;
  const row = await directory.prepare(statement).bind(payment).first<PurchaseRow>();
  return row ? toPurchase(row) : null;
}

/** Whether anything was ever bought for a wallet. */
export async function wasBoughtFor(directory: D1Database, wallet: string): Promise<boolean> {
  const statement = `SELECT 1 FROM purchase WHERE wallet = ? AND state = 'paid' LIMIT 1`;
  return (await directory.prepare(statement).bind(wallet).first()) !== null;
}

/** Purchases of an account, newest first, at most a hundred. */
export async function purchasesOf(directory: D1Database, accountId: string): Promise<ListedPurchase[]> {
  const statement = `SELECT *, (SELECT COALESCE(SUM(taken), 0) FROM credits_back
      WHERE credits_back.session_id = purchase.session_id) AS credits_back
    FROM purchase WHERE account_id = ? ORDER BY created_at DESC LIMIT 100`;
  const { results } = await directory
    .prepare(statement)
    .bind(accountId)
    .all<PurchaseRow & { readonly credits_back: number }>();
  return results.map((row) => ({
    ...toPurchase(row),
    state: row.state,
    createdAtMs: row.created_at,
    creditsBack: row.credits_back,
  }));
}

/** A purchase as its buyer may take it along. */
export function exportedPurchase({
  sessionId,
  state,
  createdAtMs,
  credits,
  creditsBack,
  amount,
  currency,
}: ListedPurchase) {
  const at = formatExpiry(createdAtMs);
  return { stripe_checkout: sessionId, at, state, credits, credits_back: creditsBack, amount, currency };
}

/** Stores the state of a purchase. What is paid stays paid, and what has ended does not wait again. */
export async function markPurchase(
  directory: D1Database,
  sessionId: string,
  state: Exclude<PurchaseState, 'open'>,
  payment: string | null,
  nowMs: number,
): Promise<void> {
  const before = state === 'paid' ? `state <> 'paid'` : `state IN ('open', 'waiting')`;
  await directory
    .prepare(
      `UPDATE purchase SET state = ?2, payment = COALESCE(?3, payment), changed_at = ?4
      WHERE session_id = ?1 AND ${before}`,
    )
    .bind(sessionId, state, payment, nowMs)
    .run();
}

/** Records a refund of money; the largest amount reported by a source counts. */
export async function noteMoneyBack(
  directory: D1Database,
  { payment, source, amount }: { readonly payment: string; readonly source: string; readonly amount: number },
  nowMs: number,
): Promise<void> {
  await directory
    .prepare(
      `INSERT INTO money_back VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET amount = MAX(amount, excluded.amount)`,
    )
    .bind(payment, source, amount, nowMs)
    .run();
}

/** Money of a payment that was refunded, in all. */
export async function moneyBackOf(directory: D1Database, payment: string): Promise<number> {
  const statement = 'SELECT COALESCE(SUM(amount), 0) AS amount FROM money_back WHERE payment = ?';
  return (await directory.prepare(statement).bind(payment).first<{ amount: number }>())?.amount ?? 0;
}

/** Stores a step of a refund: credits go back until `upTo` have gone back in all. Does nothing where as many have before. */
export async function addStepBack(directory: D1Database, sessionId: string, upTo: number): Promise<void> {
  await directory
    .prepare(
      `INSERT INTO credits_back (session_id, up_to, credits)
      SELECT ?1, ?2, ?2 - COALESCE(MAX(up_to), 0) FROM credits_back WHERE session_id = ?1
      HAVING COALESCE(MAX(up_to), 0) < ?2`,
    )
    .bind(sessionId, upTo)
    .run();
}

/** Steps that the ledger may not have applied yet, in their order. */
export async function openStepsBack(directory: D1Database, sessionId: string): Promise<StepBack[]> {
  const statement = 'SELECT up_to, credits FROM credits_back WHERE session_id = ? AND taken IS NULL ORDER BY up_to';
  const { results } = await directory.prepare(statement).bind(sessionId).all<{ up_to: number; credits: number }>();
  return results.map(({ up_to: upTo, credits }) => ({ upTo, credits }));
}

/** Stores how many credits the ledger could take for a step. */
export async function markStepBack(
  directory: D1Database,
  sessionId: string,
  upTo: number,
  taken: number,
): Promise<void> {
  await directory
    .prepare('UPDATE credits_back SET taken = ? WHERE session_id = ? AND up_to = ?')
    .bind(taken, sessionId, upTo)
    .run();
}

interface PurchaseRow {
  readonly session_id: string;
  readonly account_id: string;
  readonly wallet: string;
  readonly key_id: string;
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  readonly livemode: number;
  readonly state: PurchaseState;
  readonly created_at: number;
}

function toPurchase(row: PurchaseRow): Purchase {
  const { session_id: sessionId, account_id: accountId, wallet, key_id: keyId, credits, amount, currency } = row;
  return { sessionId, accountId, wallet, keyId, credits, amount, currency, livemode: row.livemode === 1 };
}
