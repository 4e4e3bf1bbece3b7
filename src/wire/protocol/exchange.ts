/**
 * One HTTP exchange with the inference service, as robust as it may be without running a network twice: one retry
 * where the peer could not be reached and so no byte was answered, a breaker, a deadline over the whole of it.
 */
import { readBoundedBody, UnfitBody } from '../../pixels/bounds/bounded-body.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { Breaker } from './breaker.ts';
import { type CallTerms, callHeaders, isUnreachable } from './call-headers.ts';
import { type Deadline, withinDeadline } from './deadline.ts';
import { networkFaultOf, readReason } from './refusal.ts';

/** `globalThis.fetch`, or that of a service binding. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ExchangeOptions extends Deadline, Omit<CallTerms, 'requestId' | 'remainingMs'> {
  readonly fetch: Fetch;
  /** Origin and path prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly token?: string;
  readonly requestId?: string;
  readonly breaker: Breaker;
  /** Whether the request that the call is part of may be tried now. */
  admit(): boolean;
  readonly maxAnswerBytes: number;
}

export interface ExchangeCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Called with the headers of any answer of the service, its refusals included. */
  readonly onAnswer?: (headers: Headers) => void;
}

export interface ExchangeAnswer {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

interface Unreached {
  readonly cause: unknown;
}

const attempts = 2;

/**
 * What servers answer where they have no such network. Triton says 400, which to a run may be said of its tensors too, but to a
 * question without a body of the name alone.
 */
const absentStatuses = { GET: [400, 404], POST: [404] } as const;

/**
 * Sends a call and reads the answer of a 200.
 * @throws NetworkFault
 */
export async function exchange(options: ExchangeOptions, call: ExchangeCall): Promise<ExchangeAnswer> {
  const { breaker } = options;
  if (!options.admit()) {
    throw new NetworkFault('unavailable', 'The inference service could not be reached lately and is given a rest', {
      retryAfterSeconds: Math.max(1, Math.ceil(breaker.remainingMs() / 1000)),
    });
  }
  let cause: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const outcome = await withinDeadline(options, (signal) => attemptOnce(options, call, signal));
    if ('body' in outcome) return outcome;
    cause = outcome.cause;
  }
  throw new NetworkFault('unavailable', 'The inference service could not be reached', { cause });
}

async function attemptOnce(
  options: ExchangeOptions,
  call: ExchangeCall,
  signal: AbortSignal,
): Promise<ExchangeAnswer | Unreached> {
  const { fetch, baseUrl, breaker, maxAnswerBytes } = options;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${call.path}`, {
      method: call.method,
      headers: headersOf(options, call),
      body: call.body,
      signal,
      redirect: 'manual',
    });
  } catch (cause) {
    if (signal.aborted) {
      breaker.withdraw();
      throw cause;
    }
    breaker.fail();
    return { cause };
  }
  if (isUnreachable(response)) {
    breaker.fail();
    response.body?.cancel().catch(() => {});
    return { cause: `The gateway answered ${response.status}: unreachable` };
  }
  breaker.succeed();
  call.onAnswer?.(response.headers);
  if (response.status !== 200) {
    const what = `The inference service answered ${response.status} to ${call.path}`;
    throw networkFaultOf(response, what, await readReason(response), absentStatuses[call.method]);
  }
  const { headers } = response;
  // Where a proxy compressed the body, the length is not that of the bytes read here.
  const length = headers.get('Content-Encoding') ? null : headers.get('Content-Length');
  try {
    return { headers, body: await readBoundedBody(response.body, length, maxAnswerBytes) };
  } catch (cause) {
    if (cause instanceof UnfitBody) throw malformed(call.path, cause);
    throw new NetworkFault('unavailable', 'The inference service broke off its answer', { cause });
  }
}

/** The answer cannot be used: an internal failure, no overload. */
export function malformed(path: string, cause: unknown): NetworkFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new NetworkFault('failed', `The inference service gave a malformed answer to ${path}: ${reason}`, { cause });
}

function headersOf(options: ExchangeOptions, call: ExchangeCall): Record<string, string> {
  const { token, requestId, deadlineMs, now } = options;
  return {
    ...call.headers,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...callHeaders({ ...options, requestId, remainingMs: deadlineMs - now() }),
  };
}
