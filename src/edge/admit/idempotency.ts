/**
 * `Idempotency-Key`: a call with a name can be sent again and costs once (docs/decisions/0016).
 *
 * The ledger knows which names are in work or paid for. What was asked under a name is known here alone: a fingerprint
 * of it goes to the ledger with the settlement and comes back with the admission of a repeat.
 */
import { createHash } from 'node:crypto';
import { isIdempotencyKey } from '../../contract/idempotency.ts';
import type { ScopeName, Task } from '../../contract/operations.ts';
import { idempotencyMismatch, malformedIdempotencyKey, Refused } from '../../contract/refusals.ts';

const header = 'Idempotency-Key';

/** The name of a call; null where it has none, or none that may be used. */
export function idempotencyKeyOf({ headers }: Request): string | null {
  const name = headers.get(header);
  return name !== null && isIdempotencyKey(name) ? name : null;
}

/** Check 7: a name that was sent may be used. @throws Refused 422 */
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
  const under = background ? [createHash('sha256').update(background).digest('hex')] : [];
  return createHash('sha256')
    .update(JSON.stringify([operation, task, ...under]))
    .update('\0')
    .update(file)
    .digest('hex');
}

/** A repeat asks for what was asked before. @throws Refused 422 */
export function checkRepeat(remembered: string | null, fingerprint: string | null): void {
  if (remembered !== null && remembered !== fingerprint) throw new Refused(idempotencyMismatch());
}
