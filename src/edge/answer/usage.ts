/** Counts answers to known keys. It runs after the answer, which neither waits for it nor fails with it. */
import { recordUsage } from '../../money/usage/record.ts';
import type { Exchange } from '../exchange.ts';
import { log } from '../log.ts';

/** Counts the answer of an exchange. If no ledger knew the key there is nothing to count. */
export function countAnswer(exchange: Exchange, answer: Response): void {
  const { env, key, request, requestId, timings } = exchange;
  if (!key || (!env.USAGE && !env.USAGE_ANALYTICS)) return;
  const nowMs = Date.now();
  const recorded = recordUsage(env, {
    ...key,
    atMs: nowMs,
    operation: lastSegmentOf(request.url),
    status: answer.status,
    errorCode: answer.headers.get('X-Error-Code'),
    credits: answer.status === 200 ? (exchange.price ?? 0) : 0,
    needsReview: answer.headers.get('X-Needs-Review') === 'true',
    milliseconds: nowMs - timings.startedAtMs,
    request: { id: requestId, options: exchange.options ?? [], pixels: exchange.pixels ?? null },
  });
  exchange.waitUntil(recorded.catch((cause: unknown) => log('warning', 'usage-lost', { requestId, cause })));
}

/** The last segment of a path names the operation, under `/v1.0/` and elsewhere. */
function lastSegmentOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.slice(pathname.lastIndexOf('/') + 1);
}
