/**
 * A call where several addresses answer alike. One that was never sent may be sent again by the caller, and goes to another
 * address then; one that was sent is run once at most, because it may be what ended the service.
 */
import { preferredOf } from './affinity.ts';
import { headersFor, problem, unreachable, urlAt } from './hop.ts';
import { type Origin, Origins } from './origins.ts';
import { uploadOf } from './upload.ts';

/** What an address that is asked whether it is ready may take for the answer. */
const probeTimeoutMs = 2000;
/** The header of a refusal by a service that is ending and has not read the call. */
const notTakenName = 'X-Not-Taken';

/** Shared by all calls of the isolate, by the addresses and what they are asked for. */
const known = new Map<string, Origins>();

export interface SpreadTerms {
  /** At least two. */
  readonly bases: readonly string[];
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
 * @returns its answer; a 502 that says by a header that nothing has run, where it took no call; a 503 where the call was
 * sent and the address ended
 */
export async function callOneOf(terms: SpreadTerms, request: Request): Promise<Response> {
  const { bases, readyPath, token } = terms;
  const name = [readyPath, ...bases].join();
  const origins = known.get(name) ?? new Origins(bases);
  known.set(name, origins);
  for (const due of origins.dueForProbe()) terms.waitUntil(probe(due, origins, terms));
  const origin = origins.choose(preferredOf(request, bases.length));
  const { base, isOut: wasOut } = origin;
  const upload = uploadOf(request);
  const { method, signal } = request;
  origin.outstanding += 1;
  try {
    const answer = await terms.send(urlAt(base, request), {
      method,
      headers: headersFor(request, token),
      body: upload.body,
      signal,
    });
    if (!answer.headers.has(notTakenName)) {
      // Where all are out one is tried all the same, and its answer is newer than the last probe.
      if (wasOut && answer.status < 500) origin.isOut = false;
      return answer;
    }
    origins.putOut(origin);
    answer.body?.cancel().catch(() => {});
    return unreachable(base, 'It is ending');
  } catch (cause) {
    if (signal.aborted) throw cause;
    origins.putOut(origin);
    const refused = unreachable(base, cause);
    return upload.isOut ? problem(503, 'The inference service ended during the call', { 'Retry-After': '1' }) : refused;
  } finally {
    origin.outstanding -= 1;
  }
}

/** Probes whether an address is ready, and notes the answer. Never throws. */
async function probe(origin: Origin, origins: Origins, { readyPath, send }: SpreadTerms): Promise<void> {
  try {
    const answer = await send(origin.base + readyPath, { signal: AbortSignal.timeout(probeTimeoutMs) });
    answer.body?.cancel().catch(() => {});
    if (answer.status === 200) origin.isOut = false;
    else origins.putOut(origin);
  } catch {
    origins.putOut(origin);
  }
}
