/**
 * `Idempotency-Key`: a call with such a key can be sent again, edited, and costs once (docs/decisions/0016).
 *
 * The ledger knows which keys are in progress or paid for. With the settlement it stores hashes of the call, made here, and
 * returns them with the admission of a further one. What that is, a repeat or an edit, is decided here, and the settlement says it.
 */
import { createHash, type Hash } from 'node:crypto';
import { isIdempotencyKey, type NamedCall, partsOf, repetitionOf } from '../../contract/idempotency.ts';
import type { ScopeName, Task } from '../../contract/operations.ts';
import { idempotencyMismatch, malformedIdempotencyKey, Refused, refusal } from '../../contract/refusals.ts';
import { SharedThread } from '../../pixels/bounds/shared-thread.ts';
import type { Hold } from './hold.ts';

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

/** What a call asks for, and its files. */
interface AskedCall {
  readonly operation: ScopeName;
  readonly task: Task;
  readonly file: Uint8Array;
  readonly background: Uint8Array | null;
}

/**
 * What a call is under its name, once its file is read; null where it has none.
 * @throws Refused 409 where the name has no repeat or edit left for it, 422 where it is another call's
 */
export async function namedCall(
  request: Request,
  { remembered, editable }: Pick<Hold, 'remembered' | 'editable'>,
  { operation, task, file, background }: AskedCall,
): Promise<NamedCall | null> {
  if (idempotencyKeyOf(request) === null) return null;
  const { call, points, size } = partsOf(task);
  const variant = { points: hashOf(points), size: hashOf(size) };
  // What is remembered from before there were edits is one hash of all.
  const asked = remembered !== null && editable === null ? task : call;
  const fingerprint = await fingerprintOf(operation, asked, file, background);
  if (remembered === null) return { fingerprint, variant, edit: null };
  if (remembered !== fingerprint) throw new Refused(idempotencyMismatch());
  const repetition = editable === null ? 'repeat' : repetitionOf(variant, editable);
  if (repetition === null) throw new Refused(refusal('IDEMPOTENCY_EXHAUSTED'));
  return { fingerprint, variant, edit: repetition === 'repeat' ? null : repetition };
}

/**
 * SHA-256 over operation, options, background and file, as 64 hexadecimal digits.
 * @param thread gets others their turns
 */
export async function fingerprintOf(
  operation: ScopeName,
  task: object,
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

/** The same of values. */
function hashOf(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
