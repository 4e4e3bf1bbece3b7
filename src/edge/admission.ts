/** Checks 2 to 6 of admission, and the hold that pays for the call: one round trip to the key's ledger. */
import type { Admission, LedgerCalls } from '../contract/account.ts';
import { isIdempotencyKey } from '../contract/idempotency.ts';
import type { OperationName } from '../contract/operations.ts';
import { Refused, rateLimited, refusal } from '../contract/refusals.ts';
import { isWellFormed } from '../keys/format.ts';
import { hashKey } from '../keys/hash.ts';
import type { Exchange } from './exchange.ts';
import { log } from './log.ts';

/** The credit that a call holds. It ends once: settled by a 200, released by anything else. */
export class Hold {
  private readonly ledger: LedgerCalls;
  private readonly id: string;
  private readonly requestId: string;
  private readonly renewal: ReturnType<typeof setInterval>;
  private ending: Promise<void> | null = null;

  constructor(ledger: LedgerCalls, id: string, requestId: string, leaseMs: number) {
    this.ledger = ledger;
    this.id = id;
    this.requestId = requestId;
    // Three renewals a lease: one may be lost without losing the hold.
    this.renewal = setInterval(() => {
      ledger.renew(id).catch((cause) => log('warning', 'hold-not-renewed', { requestId, cause }));
    }, leaseMs / 3);
  }

  /** Charges the credit. */
  settle(): Promise<void> {
    return this.end('settle');
  }

  /** Gives the credit back. */
  release(): Promise<void> {
    return this.end('release');
  }

  /** The first way to end is the one; later calls wait for it. */
  private end(how: 'settle' | 'release'): Promise<void> {
    this.ending ??= this.tell(how);
    return this.ending;
  }

  private async tell(how: 'settle' | 'release'): Promise<void> {
    clearInterval(this.renewal);
    try {
      const ended = how === 'settle' ? this.ledger.settle(this.id, null) : this.ledger.release(this.id);
      if (!(await ended)) {
        log('warning', 'hold-already-lapsed', { requestId: this.requestId, how });
      }
    } catch (cause) {
      // The lease runs out by itself, so a ledger out of reach loses no credit of the client.
      log('error', 'hold-not-ended', { requestId: this.requestId, how, cause });
    }
  }
}

/**
 * Admits a processing call and takes its hold.
 * @throws Refused 401, 402, 403, 429, 503
 */
export async function admit(exchange: Exchange, operation: OperationName): Promise<Hold> {
  const { ledger, admission } = await ask(exchange, operation);
  if (admission.outcome !== 'admitted') throw new Refused(refuse(admission));
  return new Hold(ledger, admission.holdId, exchange.requestId, exchange.settings.limits.leaseMs);
}

/**
 * Admits a question for the balance: checks 2 and 3 alone, no hold.
 * @throws Refused 401, 429, 503
 */
export async function admitCreditQuestion(exchange: Exchange) {
  const { admission } = await ask(exchange, null);
  if (admission.outcome !== 'credit') throw new Refused(refuse(admission));
  return admission.standing;
}

async function ask(exchange: Exchange, operation: OperationName | null) {
  const { env, request, requestId, settings, timings } = exchange;
  const key = request.headers.get('X-API-Key') ?? '';
  if (!isWellFormed(key)) throw new Refused(refusal('INVALID_API_KEY'));
  await passAddressWall(exchange);
  const keyHash = await hashKey(key, settings.keyHashSecret);
  const ledger = env.LEDGERS.getByName(keyHash);
  const name = operation === null ? '' : (request.headers.get('Idempotency-Key') ?? '');
  const idempotencyKey = isIdempotencyKey(name) ? name : null;
  let admission: Admission;
  try {
    admission = await timings.during('ledger', () => ledger.admit({ keyHash, operation, requestId, idempotencyKey }));
  } catch (cause) {
    throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }), cause);
  }
  if (admission.outcome !== 'unknown') exchange.rate = admission.rate;
  return { ledger, admission };
}

/** Well-formed guesses from one address are stopped before they reach any ledger. */
async function passAddressWall({ env, request }: Exchange): Promise<void> {
  if (!env.ADDRESS_WALL) return;
  const { success } = await env.ADDRESS_WALL.limit({ key: request.headers.get('CF-Connecting-IP') ?? 'local' });
  if (!success) throw new Refused(rateLimited(60));
}

function refuse(admission: Admission) {
  switch (admission.outcome) {
    case 'rate-limited':
      return rateLimited(admission.retryAfterSeconds);
    case 'restricted':
      return refusal('ENDPOINT_NOT_ALLOWED');
    case 'expired':
      return refusal('CREDITS_EXPIRED');
    case 'insufficient':
      return refusal('INSUFFICIENT_CREDITS');
    case 'in-progress':
      return refusal('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 2 });
    case 'exhausted':
      return refusal('IDEMPOTENCY_EXHAUSTED');
    case 'unknown':
      return refusal('INVALID_API_KEY');
    case 'admitted':
    case 'credit':
      throw new Error(`The ledger answered ${admission.outcome} to another question`);
  }
}
