/** One request and its answer, once: the answer's pieces are watched until its end. */
import type { Body } from './body.ts';
import { BrokenError, RefusedError } from './errors.ts';
import { Silence } from './silence.ts';
import { gathered, piecesOf } from './streams.ts';
import { mediaTypeOf, WholeCheck } from './whole.ts';

/** Time for the service to work, and for pauses within its answer. */
const silenceSeconds = 90;
/** An upload may last as long as at this rate; one of unknown length, as the largest. */
const slowestBytesPerSecond = 64 * 1024;
const largestBytes = 28 * 1024 * 1024;

/** A request that can be sent any number of times. */
export interface Exchange {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Body | null;
  readonly signal?: AbortSignal;
}

/** A 200 whose body has not been read. */
export interface OpenAnswer {
  readonly headers: Headers;
  /**
   * The body, to be read once.
   * @throws BrokenError where it is cut or stalls, the caller's reason where he aborts
   */
  pieces(): AsyncGenerator<Uint8Array, void, void>;
}

/**
 * Sends the request.
 * @param requestId names this try
 * @throws RefusedError for any status but 200, BrokenError where no answer comes, the caller's reason where he aborts,
 *   whatever his stream throws
 */
export async function exchange(
  { fetch, url, headers, body, signal }: Exchange,
  requestId: string,
): Promise<OpenAnswer> {
  const silence = new Silence(signal);
  const broken = (cause: unknown) => {
    silence.end();
    if (signal?.aborted) return signal.reason;
    if (body?.fault() !== undefined) return body.fault();
    if (cause instanceof BrokenError || cause instanceof RefusedError) return cause;
    return new BrokenError(`No whole answer: ${reasonOf(silence.signal.reason ?? cause)}`, requestId, cause);
  };
  try {
    const named = new Headers(headers);
    named.set('X-Request-Id', requestId);
    const uploadSeconds = body ? (body.bytes ?? largestBytes) / slowestBytesPerSecond : 0;
    silence.allow(silenceSeconds + Math.ceil(uploadSeconds));
    const answer = await fetch(url, { headers: named, signal: silence.signal, ...(await requestWith(body)) });
    const pieces = watched(answer, silence, broken, requestId);
    if (answer.status === 200) return { headers: answer.headers, pieces: () => pieces };
    throw new RefusedError(answer.status, answer.headers, await readError(answer.headers, pieces), requestId);
  } catch (cause) {
    throw broken(cause);
  }
}

async function requestWith(body: Body | null): Promise<RequestInit & { duplex?: 'half' }> {
  if (!body) return { method: 'GET' };
  const content = await body.content();
  const request = { method: 'POST', body: content };
  return content instanceof Blob ? request : { ...request, duplex: 'half' };
}

async function* watched(
  answer: Response,
  silence: Silence,
  broken: (cause: unknown) => unknown,
  requestId: string,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    const check = new WholeCheck(answer.headers);
    for await (const piece of answer.body ? piecesOf(answer.body) : []) {
      check.add(piece);
      // The caller's own pauses are no silence of the service.
      silence.rest();
      yield piece;
      silence.allow(silenceSeconds);
    }
    const fault = check.fault();
    if (fault) throw new BrokenError(`No whole answer: ${fault}`, requestId);
  } catch (cause) {
    throw broken(cause);
  } finally {
    silence.end();
  }
}

async function readError(headers: Headers, pieces: AsyncIterable<Uint8Array>): Promise<unknown> {
  const text = new TextDecoder().decode(await gathered(pieces));
  if (mediaTypeOf(headers) !== 'application/json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The innermost reason: runtimes wrap it into "fetch failed" and "terminated". */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? reasonOf(failure.cause) : failure.message;
}
