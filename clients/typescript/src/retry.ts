/** Which failures may pass, and how long to wait for that. */
import { RefusedError } from './errors.ts';

/** The longest wait that nobody asked for, in seconds. */
const longestSeconds = 30;
/** A fault of the service, or a slow upload, may repeat itself: it is not worth all of the time. */
const triesOfFaults = 3;
const passing = [429, 502, 503, 504];
const faults = [408, 500];

/**
 * How long to wait before a call is sent again.
 * @param failure what the last try ended with
 * @param tries how many there were, at least 1
 * @param random 0 to 1: callers that failed together shall not come back together
 * @returns seconds, never less than `Retry-After` asks for; null where the same request would fail again
 */
export function secondsToWait(failure: unknown, tries: number, random = Math.random()): number | null {
  if (failure instanceof RefusedError && !mayPass(failure, tries)) return null;
  const asked = failure instanceof RefusedError ? Number(failure.headers.get('Retry-After')) || 0 : 0;
  const growing = Math.min(longestSeconds, 0.5 * 2 ** (tries - 1));
  return Math.max(asked, growing) * (1 + random / 4);
}

function mayPass({ status, code }: RefusedError, tries: number): boolean {
  if (faults.includes(status)) return tries < triesOfFaults;
  return passing.includes(status) || code === 'IDEMPOTENCY_IN_PROGRESS';
}
