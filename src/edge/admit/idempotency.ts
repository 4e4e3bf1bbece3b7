/**
 * `Idempotency-Key`: a call with such a key can be sent again and costs once (docs/decisions/0016).
 *
 * The ledger knows which keys are in progress or paid for. With the settlement it stores a fingerprint of the call, made
 * here, and returns it with the admission of a repeat.
 */
import { createHash } from 'node:crypto';
import { isIdempotencyKey } from '../../contract/idempotency.ts';
import type { ScopeName, Task } from '../../contract/operations.ts';
import { idempotencyMismatch, malformedIdempotencyKey, Refused } from '../../contract/refusals.ts';

const header = 'Idempotency-Key';

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

/** SHA-256 over operation, options, background and file, as 64 hexadecimal digits. */
export function fingerprintOf(
  operation: ScopeName,
  task: Task,
  file: Uint8Array,
  background: Uint8Array | null = null,
): string {
  const behind = background ? [createHash('sha256').update(background).digest('hex')] : [];
  return createHash('sha256')
    .update(JSON.stringify([operation, task, ...behind]))
    .update('\0')
    .update(file)
    .digest('hex');
}

/** A repeat must ask for the same as the first call. @throws Refused 422 */
export function checkRepeat(remembered: string | null, fingerprint: string | null): void {
  if (remembered !== null && remembered !== fingerprint) throw new Refused(idempotencyMismatch());
}
