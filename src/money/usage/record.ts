/** Records answers: gathered in this isolate for a moment, then sent to the queue as one message. */
import type { UsageBatch, UsageEnv, UsageEvent } from './event.ts';

/** Answers of one message: at most 80 KB of the 128 KB that a queue takes, and mostly 30. */
export const maxEvents = 100;
/** So long an answer waits for others to travel with. */
export const gatherMs = 1000;

interface Gathered {
  readonly events: UsageEvent[];
  readonly openedAtMs: number;
}

/** What answers are added to; null until the next one. Plain values: requests may share them. */
let open: Gathered | null = null;

/**
 * Counts an answer. It settles when the answer has been sent, or travels in a batch that another call sends: for
 * `waitUntil`, never to be waited for by an answer.
 * @throws what the queue throws; the batch is lost then
 */
export async function recordUsage(env: UsageEnv, event: UsageEvent): Promise<void> {
  env.USAGE_ANALYTICS?.writeDataPoint(dataPointOf(event));
  if (!env.USAGE) return;
  const nowMs = Date.now();
  const isOpener = open === null;
  const batch: Gathered = open ?? { events: [], openedAtMs: nowMs };
  open = batch;
  batch.events.push(event);
  // The runtime may have dropped the request that was to send it: then the next one does.
  const isLate = nowMs > batch.openedAtMs + 2 * gatherMs;
  if (batch.events.length < maxEvents && !isLate) {
    if (!isOpener) return;
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    // Another one has sent it meanwhile.
    if (open !== batch) return;
  }
  open = null;
  const message: UsageBatch = { id: crypto.randomUUID(), events: batch.events };
  await env.USAGE.send(message);
}

/** In the order that docs/accounts.md names. */
function dataPointOf(event: UsageEvent): AnalyticsEngineDataPoint {
  const { wallet, keyId, operation, status, errorCode, credits, milliseconds, needsReview } = event;
  return {
    indexes: [wallet],
    blobs: [keyId, operation, String(status), errorCode],
    doubles: [credits, milliseconds, needsReview ? 1 : 0],
  };
}
