/**
 * A call where several addresses answer alike. One that was never sent, or whose token was refused, may be sent again by the
 * caller, and goes to another address then; any other that was sent is run once at most, because it may be what ended the service.
 */
import { preferredOf } from './affinity.ts';
import { servedOf } from './agreement.ts';
import {
  asUnavailable,
  endingCause,
  headersFor,
  isEnding,
  isNotTaken,
  isTokenRefused,
  lostCall,
  requestIdOf,
  tokenCause,
  unreachable,
  urlAt,
} from './hop.ts';
import type { Origin } from './origin.ts';
import type { Origins, Probed } from './origins.ts';
import { uploadOf } from './upload.ts';

/** What an address that is asked whether it is ready may take for the answer. */
const probeTimeoutMs = 2000;
/** The header of a 503 by a service whose process ended during the call. */
const workLostName = 'X-Work-Lost';

export interface SpreadTerms {
  /** At least two. */
  readonly origins: Origins;
  /** Where an address says whether it is ready. */
  readonly readyPath: string;
  readonly token: string;
  /** Sends a call. Throws where the connection fails. */
  send(url: string, init: RequestInit): Promise<Response>;
  /** Keeps what goes on behind the answer. */
  waitUntil(work: Promise<unknown>): void;
}

/**
 * Calls one of several addresses.
 * @returns its answer, in which a failure of the service is a 503; a 502 that says by a header that nothing has run, where it
 * took no call or refused the token; a 503 where the call was sent and the address ended
 */
export async function callOneOf(terms: SpreadTerms, request: Request): Promise<Response> {
  const { origins } = terms;
  for (const due of origins.dueForProbe()) terms.waitUntil(probe(due, terms));
  let answer = await callOnce(terms, request);
  // Of a question nothing has to be sent again, and health asks once.
  const tries = request.method === 'GET' ? origins.all.length : 1;
  for (let tried = 1; tried < tries && isNotTaken(answer); tried++) answer = await callOnce(terms, request);
  return answer;
}

async function callOnce({ origins, token, send }: SpreadTerms, request: Request): Promise<Response> {
  const origin = origins.choose(preferredOf(request, origins.all.length));
  const { base } = origin;
  const wasOut = origin.out !== null;
  const upload = uploadOf(request);
  const { method, signal } = request;
  origin.outstanding += 1;
  try {
    const answer = await send(urlAt(base, request), {
      method,
      headers: headersFor(request, token),
      body: upload.body,
      signal,
    });
    return noted(answer, { origin, wasOut, origins, request });
  } catch (cause) {
    if (signal.aborted) throw cause;
    origins.putOut(origin, 'unreachable', String(cause), requestIdOf(request));
    const refused = unreachable(base, request, cause);
    return upload.isOut ? lostCall() : refused;
  } finally {
    origin.outstanding -= 1;
  }
}

interface Call {
  readonly origin: Origin;
  readonly wasOut: boolean;
  readonly origins: Origins;
  readonly request: Request;
}

/** Notes what an answer says of its address. @returns what the caller gets */
function noted(answer: Response, { origin, wasOut, origins, request }: Call): Response {
  const { status, headers } = answer;
  const isAway = isEnding(answer);
  if (isAway || isTokenRefused(answer)) {
    answer.body?.cancel().catch(() => {});
    const cause = isAway ? endingCause : tokenCause;
    origins.putOut(origin, isAway ? 'not-ready' : 'token', cause, requestIdOf(request));
    return unreachable(origin.base, request, cause);
  }
  const isBusy = status === 503 && headers.has('Retry-After') && !headers.has(workLostName);
  const names = { request: request.headers.get('X-Request-Id'), picture: request.headers.get('X-Picture') };
  // A question without a body says nothing of runs.
  const says = status < 500 || request.body !== null;
  if (says) origins.answered(origin, { status, isBusy, wasOut, ...names });
  return status >= 500 ? asUnavailable(answer) : answer;
}

/** Probes whether an address is ready, and notes the answer. Never throws. */
async function probe(origin: Origin, { origins, readyPath, token, send }: SpreadTerms): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const answer = await send(origin.base + readyPath, { headers, signal: AbortSignal.timeout(probeTimeoutMs) });
    answer.body?.cancel().catch(() => {});
    origins.probed(origin, saidBy(answer));
  } catch {
    origins.probed(origin, 'unreachable');
  }
}

function saidBy(answer: Response): Probed {
  if (isTokenRefused(answer)) return 'token';
  return answer.status === 200 ? (servedOf(answer) ?? 'ready') : 'not-ready';
}
