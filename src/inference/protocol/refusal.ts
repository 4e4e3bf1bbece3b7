/** Answers other than 200, and the answers for faults of all kinds. */
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { lostHeaders } from '../../wire/protocol/call-headers.ts';
import { MessageFault } from '../../wire/protocol/fault.ts';
import { isLost, RunRefusal } from '../scheduler/run-refusal.ts';

/** An answer other than 200. The text goes to the caller as `{"error": "text"}`. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'HttpRefusal';
    this.status = status;
    this.headers = headers;
  }
}

/** The answer to the caller for any fault. */
export function toHttpRefusal(fault: unknown): HttpRefusal {
  if (fault instanceof HttpRefusal) return fault;
  if (fault instanceof MessageFault) return new HttpRefusal(400, fault.message, {}, fault);
  if (fault instanceof NetworkFault) {
    if (fault.kind === 'failed') return new HttpRefusal(500, fault.message, {}, fault);
    const lost = fault instanceof RunRefusal && isLost(fault) ? lostHeaders : {};
    return new HttpRefusal(503, fault.message, { 'Retry-After': String(fault.retryAfterSeconds), ...lost }, fault);
  }
  return new HttpRefusal(500, 'The inference service failed; its log says why', {}, fault);
}
