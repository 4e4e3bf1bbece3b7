/** Credits follow the money: they come when a checkout is paid, and go back in proportion with what is paid back. */
import type { BillingFact, PaidSession } from './facts.ts';
import {
  addPurchase,
  addStepBack,
  boughtFor,
  findPaid,
  findPurchase,
  markPurchase,
  markStepBack,
  moneyBackOf,
  noteMoneyBack,
  openStepsBack,
  type Purchase,
} from './purchases.ts';
import type { BillingEnv } from './setup.ts';

/** The result of a fact: `ignored` belongs to no purchase here, `refused` is not what was sold. */
export type Settlement = 'settled' | 'ignored' | 'refused';

/**
 * Applies a fact. Repeats, in any order, change nothing more.
 * @throws Error if ledger or directory cannot be reached: the fact has to be sent again
 */
export async function settle(env: BillingEnv, fact: BillingFact, nowMs: number): Promise<Settlement> {
  switch (fact.kind) {
    case 'money-back':
      await noteMoneyBack(env.DIRECTORY, fact, nowMs);
      await takeBack(env, fact.payment);
      return 'settled';
    case 'failed':
      await markPurchase(env.DIRECTORY, fact.sessionId, 'failed', null, nowMs);
      return 'settled';
    case 'waiting':
    case 'paid':
      return settleSession(env, fact.kind, fact.session, nowMs);
  }
}

async function settleSession(
  env: BillingEnv,
  kind: 'waiting' | 'paid',
  session: PaidSession,
  nowMs: number,
): Promise<Settlement> {
  const purchase = (await findPurchase(env.DIRECTORY, session.id)) ?? (await restored(env, session, nowMs));
  if (!purchase) return 'ignored';
  const isSold = session.amount === purchase.amount && session.currency === purchase.currency;
  const state = isSold ? kind : 'refused';
  if (state === 'paid') await grant(env, purchase);
  await markPurchase(env.DIRECTORY, session.id, state, session.payment, nowMs);
  if (state === 'paid' && session.payment !== null) await takeBack(env, session.payment);
  return isSold ? 'settled' : 'refused';
}

/**
 * The purchase of a checkout that began after the moment to which the directory was restored, written down once more by what the
 * checkout says. Null where its account is not there, or it says nothing: it is no purchase of this directory.
 */
async function restored(
  { DIRECTORY }: BillingEnv,
  { id: sessionId, accountId, sold }: PaidSession,
  nowMs: number,
): Promise<Purchase | null> {
  if (!sold || accountId === null) return null;
  const wallet = await boughtFor(DIRECTORY, accountId);
  if (!wallet) return null;
  await addPurchase(DIRECTORY, { sessionId, accountId, ...wallet, ...sold }, nowMs);
  return findPurchase(DIRECTORY, sessionId);
}

async function grant(env: BillingEnv, { sessionId, wallet, keyId, credits }: Purchase): Promise<void> {
  const terms = { credits, expiresAtMs: null, reference: referenceOf(sessionId) };
  const state = await env.LEDGERS.getByName(wallet).topUp(keyId, terms);
  if (!state) throw new Error(`The wallet ${wallet} has no key ${keyId}`);
}

/** Takes credits back for money that was paid back. Before the purchase is paid there is nothing to take. */
async function takeBack({ DIRECTORY, LEDGERS }: BillingEnv, payment: string): Promise<void> {
  const purchase = await findPaid(DIRECTORY, payment);
  if (!purchase) return;
  const { sessionId, wallet } = purchase;
  await addStepBack(DIRECTORY, sessionId, creditsFor(await moneyBackOf(DIRECTORY, payment), purchase));
  const of = referenceOf(sessionId);
  for (const { upTo, credits } of await openStepsBack(DIRECTORY, sessionId)) {
    const refunded = await LEDGERS.getByName(wallet).refund({ credits, reference: `${of}:back:${upTo}`, of });
    if (!refunded) throw new Error(`The wallet ${wallet} was never opened`);
    await markStepBack(DIRECTORY, sessionId, upTo, refunded.taken);
  }
}

/** Credits in proportion to money, whole ones; all of them for all of the money. */
function creditsFor(amount: number, { amount: price, credits }: Purchase): number {
  return Number((BigInt(Math.min(amount, price)) * BigInt(credits)) / BigInt(price));
}

/** The name of a purchase's grant in its ledger. */
function referenceOf(sessionId: string): string {
  return `checkout:${sessionId}`;
}
