/** Checks 2 to 6 of admission, and the hold that pays for the call, in one call of the wallet's ledger. */
import type { Admission, AskingKey, LedgerCalls, OneUse, Unpaid } from '../../contract/account.ts';
import type { ScopeName } from '../../contract/operations.ts';
import type { HiddenKey } from '../../contract/playground.ts';
import { Refused, rateLimited, refusal } from '../../contract/refusals.ts';
import { storeErrors } from '../../money/counts/metrics.ts';
import { pendingCounts } from '../../money/counts/pending-counts.ts';
import { walletOf } from '../../money/keys/format.ts';
import { hashKey } from '../../money/keys/hash.ts';
import { readKeyOfAny } from '../../money/keys/made-under.ts';
import { addressOf } from '../../pixels/bounds/address.ts';
import type { Environment } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { isDiskFull, log } from '../log.ts';
import { noteFailure } from '../stores.ts';
import { Hold, type HoldCalls } from './hold.ts';
import { idempotencyKeyOf } from './idempotency.ts';

/**
 * Admits a processing call and takes its hold.
 * @throws Refused 401, 402, 403, 429, 503
 */
export async function admit(exchange: Exchange, operation: ScopeName): Promise<Hold> {
  const hold = holdOf(exchange, await askByKey(exchange, operation));
  exchange.mayKeep = idempotencyKeyOf(exchange.request) !== null;
  return hold;
}

/**
 * Admits a processing call of a signed-in person by the hidden key of a wallet, once, and takes its hold.
 * @throws Refused 401, 402, 403, 429, 503
 */
export async function admitHidden(
  exchange: Exchange,
  operation: ScopeName,
  { wallet, hiddenKeyId }: HiddenKey,
  once: OneUse,
): Promise<Hold> {
  await limitByAddress(exchange);
  const answer = await ask(exchange, operation, { wallet, key: { hiddenId: hiddenKeyId }, once });
  const { ledger, admission } = answer;
  if (admission.outcome === 'admitted' && admission.holdId !== once.id) {
    // A ledger of the version before, while a deployment goes out: it would take the same once more.
    await ledger.release(admission.holdId);
    throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }), 'The ledger remembers no admissions');
  }
  const hold = holdOf(exchange, answer, once);
  exchange.mayKeep = true;
  return hold;
}

/**
 * Decides how a call is paid, once its options are known: a free preview pays for a preview only.
 * @throws Refused 402, 403, 503 where neither a free preview nor a credit pays
 */
export function checkPayment(exchange: Exchange, hold: Hold, isPreview: boolean): void {
  const { freePreview } = hold;
  if (!freePreview) return;
  if (isPreview) {
    hold.payByPreview();
    exchange.price = 0;
  } else if (freePreview.otherwise) {
    throw new Refused(unpaid(freePreview.otherwise));
  }
}

/**
 * Admits a request for the balance: checks 2 and 3 only, no hold.
 * @throws Refused 401, 429, 503
 */
export async function admitBalanceRequest(exchange: Exchange) {
  const { admission } = await askByKey(exchange, null);
  if (admission.outcome !== 'credit') throw new Refused(refuse(admission));
  return { ...admission.available, freePreviews: admission.freePreviews };
}

/** Gets a new stub for each call: once a deployment has replaced the object, older stubs always fail. */
function ledgerOf(env: Environment, wallet: string): Pick<LedgerCalls, 'admit'> & HoldCalls {
  const calling = async <Answer>(call: (ledger: LedgerCalls) => Promise<Answer>): Promise<Answer> => {
    try {
      return await call(env.LEDGERS.getByName(wallet));
    } catch (cause) {
      pendingCounts.add(storeErrors, { store: 'ledger' });
      noteFailure(env, cause);
      throw cause;
    }
  };
  return {
    admit: (request) => calling((ledger) => ledger.admit(request)),
    renew: (holdId) => calling((ledger) => ledger.renew(holdId)),
    settle: (...settlement) => calling((ledger) => ledger.settle(...settlement)),
    release: (holdId) => calling((ledger) => ledger.release(holdId)),
  };
}

interface LedgerAnswer {
  readonly ledger: HoldCalls;
  readonly admission: Admission;
}

function holdOf(exchange: Exchange, { ledger, admission }: LedgerAnswer, once: OneUse | null = null): Hold {
  if (admission.outcome !== 'admitted') throw new Refused(refuse(admission));
  const { holdId: id, remembered, editable, freePreview } = admission;
  const { requestId, settings, span } = exchange;
  exchange.price = remembered === null ? 1 : 0;
  const { leaseMs } = settings.limits;
  return new Hold(ledger, { id, remembered, editable, freePreview, requestId, leaseMs, span, isOneUse: once !== null });
}

async function askByKey(exchange: Exchange, operation: ScopeName | null): Promise<LedgerAnswer> {
  const { request, settings } = exchange;
  const secrets = [settings.keyHashSecret, ...settings.formerKeyHashSecrets];
  const made = await readKeyOfAny(request.headers.get('X-API-Key') ?? '', secrets);
  if (!made) throw new Refused(refusal('INVALID_API_KEY'));
  await limitByAddress(exchange);
  const { key, hashSecret } = made;
  return ask(exchange, operation, { wallet: walletOf(key), key: { hash: await hashKey(key, hashSecret) } });
}

/** Who asks a wallet's ledger. */
interface Asking {
  readonly wallet: string;
  readonly key: AskingKey;
  /** Of a call that is admitted by what is good once. */
  readonly once?: OneUse;
}

async function ask(exchange: Exchange, operation: ScopeName | null, { wallet, ...by }: Asking): Promise<LedgerAnswer> {
  const { env, request, requestId, timings } = exchange;
  exchange.caller = wallet;
  const ledger = ledgerOf(env, wallet);
  const idempotencyKey = operation === null ? null : idempotencyKeyOf(request);
  let admission: Admission;
  try {
    admission = await timings.during('ledger', () => ledger.admit({ ...by, operation, requestId, idempotencyKey }));
  } catch (cause) {
    throw new Refused(
      refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }),
      new Error(`Ledger ${wallet}${isDiskFull(cause) ? ': disk full' : ''}`, { cause }),
    );
  }
  if (admission.outcome !== 'unknown') {
    exchange.rate = admission.rate;
    exchange.key = { wallet, keyId: admission.keyId };
  }
  return { ledger, admission };
}

/**
 * Limits calls by address, so that guessed keys of the right form do not reach ledgers. Where the limit itself fails calls go on: what
 * counts is the ledger's.
 * @throws Refused 429
 */
export async function limitByAddress({ env, request, requestId, settings }: Exchange): Promise<void> {
  if (!env.ADDRESS_WALL) return;
  const key = addressOf(request.headers, settings.trustedAddressHeader);
  const { success } = await env.ADDRESS_WALL.limit({ key }).catch((failure: unknown) => {
    log('error', 'address-limit-failed', { requestId, failure });
    return { success: true };
  });
  if (!success) throw new Refused(rateLimited(60));
}

function refuse(admission: Admission) {
  switch (admission.outcome) {
    case 'rate-limited':
      return rateLimited(admission.retryAfterSeconds);
    case 'restricted':
      return refusal('ENDPOINT_NOT_ALLOWED');
    case 'expired':
    case 'insufficient':
    case 'credits-held':
      return unpaid(admission.outcome);
    case 'in-progress':
      return refusal('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 2 });
    case 'exhausted':
      return refusal('IDEMPOTENCY_EXHAUSTED');
    case 'unknown':
      return refusal('INVALID_API_KEY');
    case 'used':
      return refusal('INVALID_ADMISSION');
    case 'admitted':
    case 'credit':
      throw new Error(`The ledger answered ${admission.outcome} to another question`);
  }
}

function unpaid(why: Unpaid) {
  switch (why) {
    case 'expired':
      return refusal('CREDITS_EXPIRED');
    case 'insufficient':
      return refusal('INSUFFICIENT_CREDITS');
    case 'credits-held':
      return refusal('CREDITS_HELD', { retryAfterSeconds: secondsUntilAnotherTry() });
  }
}

/** 1 to 5: a call takes about a second, and callers refused together should not return together. */
function secondsUntilAnotherTry(): number {
  return 1 + Math.floor(Math.random() * 5);
}
