/** Exit statuses, and the failures that end a whole run. */
import { EdgematteError, RefusedError } from '../errors.ts';

export const statuses = { done: 0, failed: 1, unpaid: 3, keyRefused: 4, interrupted: 130 } as const;

/** What one failed call makes of the program. */
export function exitStatus(failure: unknown): number {
  if (!(failure instanceof RefusedError)) return statuses.failed;
  if (failure.status === 402 || failure.code === 'CREDITS_EXPIRED') return statuses.unpaid;
  return failure.status === 401 || failure.status === 403 ? statuses.keyRefused : statuses.failed;
}

/** Whether every further call would fail in the same way. */
export function endsAll(failure: unknown): boolean {
  return exitStatus(failure) !== statuses.failed;
}

/** A failure in one line, with the request id that support wants. */
export function reasonOf(failure: unknown): string {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return failure instanceof EdgematteError ? `${reason} (request ${failure.requestId})` : reason;
}
