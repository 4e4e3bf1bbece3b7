/**
 * `Idempotency-Key`: a call with such a key can be sent again and costs once (docs/decisions/0016).
 *
 * The ledger knows which keys are in progress or paid for. With the settlement it stores a fingerprint of the call, made
 * here, and returns it with the admission of a repeat.
 */
import { createHash, type Hash } from 'node:crypto';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { isIdempotencyKey } from '../../contract/idempotency.ts';
import type { ScopeName, Task } from '../../contract/operations.ts';
import { idempotencyMismatch, malformedIdempotencyKey, Refused } from '../../contract/refusals.ts';

const header = 'Idempotency-Key';

/** Bytes that are hashed in one go, and about how many microseconds that takes. */
const hashedAtOnce = 1024 * 1024;
const hashUs = 5000;

/** The idempotency key of a call; null where it has none, or a malformed one. */
export function idempotencyKeyOf({ headers }: Request): string | null {
  const key = headers.get(header);
  return key !== null && isIdempotencyKey(key) ? key : null;
}

/** Check 7: an idempotency key is well formed. @throws Refused 422 */
export function checkIdempotencyKey(request: Request): void {
  if (request.headers.has(header) && idempotencyKeyOf(request) === null) {
    throw new Refused(malformedIdempotencyKey());
  }
}

/**
 * SHA-256 over operation, options, background and file, as 64 hexadecimal digits.
 * @param thread gets others their turns
 */
export async function fingerprintOf(
  operation: ScopeName,
  task: Task,
  file: Uint8Array,
  background: Uint8Array | null = null,
  thread = new SharedThread(),
): Promise<string> {
  const behind = background ? [await digestOf(createHash('sha256'), background, thread)] : [];
  const asked = JSON.stringify([operation, task, ...behind]);
  return digestOf(createHash('sha256').update(asked).update('\0'), file, thread);
}

/** The digest of what was hashed and of a file, in hexadecimal digits. */
async function digestOf(hash: Hash, file: Uint8Array, thread: SharedThread): Promise<string> {
  for (let at = 0; at < file.length; at += hashedAtOnce) {
    hash.update(file.subarray(at, at + hashedAtOnce));
    const turn = thread.after(hashUs);
    if (turn) await turn;
  }
  return hash.digest('hex');
}

/** A repeat must ask for the same as the first call. @throws Refused 422 */
export function checkRepeat(remembered: string | null, fingerprint: string | null): void {
  if (remembered !== null && remembered !== fingerprint) throw new Refused(idempotencyMismatch());
}
