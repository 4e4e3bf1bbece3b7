/** A call as it is counted, for tests. */
import type { UsageEvent } from '../event.ts';

/** Of one that was charged, and what is changed in it. */
export function eventWith(changes: Partial<UsageEvent> = {}): UsageEvent {
  return {
    atMs: 1,
    wallet: 'test_ABCDEFGHIJ',
    keyId: 'key_1',
    operation: 'alpha-channel',
    status: 200,
    errorCode: null,
    credits: 1,
    needsReview: false,
    milliseconds: 900,
    ...changes,
  };
}
