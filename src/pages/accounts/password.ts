/**
 * Hashes of passwords: scrypt of node:crypto, with the auth library's own parameters and its own form, salt and key in
 * hexadecimal. One takes 32 MiB and about a tenth of a second. It runs to its end once begun, so there is never more than
 * one at a time in an isolate, and a rest after each; its memory counts in the isolate's budget like a picture's.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { Refused, refusal } from '../../contract/refusals.ts';
import { RequestMemory } from '../../pixels/bounds/memory.ts';
import { type Asker, HashLine } from './hash-line.ts';

const cost = { N: 16_384, r: 16, p: 1 };
const keyBytes = 64;
/** What scrypt fills; a lease adds 2 MiB for the rest. */
const workBytes = 128 * cost.N * cost.r;
const leaseBytes = workBytes + 2 * 1024 * 1024;

/** Hashes of this isolate. */
const line = new HashLine();

/** Whom hashes are for: the auth library passes nothing on to its hooks. */
const askers = new AsyncLocalStorage<Asker>();
const unknownAsker: Asker = { isKnown: false, network: null, hasFailed: false };

/** Characters of a password. */
export const passwordLength = { min: 10, max: 128 };

interface MemoryOfIsolate {
  readonly isolateBudgetBytes: number;
  readonly capacityWaitMs: number;
}

/**
 * Hashes a new password.
 * @returns `salt:key`, 32 and 128 hexadecimal characters
 * @throws Refused 503 where the isolate has no room in time
 */
export async function hashPassword(password: string, memory: MemoryOfIsolate): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await derive(password, salt, memory)).toString('hex')}`;
}

/**
 * Whether a password is the one of a hash. Takes the same time whether it is or not.
 * @param hash as `hashPassword` gives it
 * @throws Refused 503 where the isolate has no room in time
 */
export async function verifyPassword(hash: string, password: string, memory: MemoryOfIsolate): Promise<boolean> {
  const [salt, key = ''] = hash.split(':');
  const derived = await derive(password, salt, memory);
  const expected = Buffer.from(key, 'hex');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** Does work whose hashes are for somebody of whom this is known. */
export function hashingFor<Result>(asker: Asker, work: () => Result): Result {
  return askers.run(asker, work);
}

async function derive(password: string, salt: string, limits: MemoryOfIsolate): Promise<Buffer> {
  const memory = new RequestMemory(limits);
  try {
    const turn = await line.run(
      askers.getStore() ?? unknownAsker,
      limits.capacityWaitMs,
      () => memory.take(leaseBytes),
      () => scryptSync(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem: 2 * workBytes }),
    );
    if ('hash' in turn) return turn.hash;
    throw new Refused(refusal('SERVICE_UNAVAILABLE', turn), 'No room to hash a password');
  } finally {
    memory.giveBack();
  }
}
