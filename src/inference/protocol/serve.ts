/**
 * One request from top to bottom. The front never computes: it admits, reads, hands over and writes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  readCall,
  readCaller,
  readMayKeep,
  readRemainingMs,
  readRequestId,
  readTraceparent,
  requestIdName,
  traceIdOf,
} from '../../wire/protocol/call-headers.ts';
import type { TraceSpan } from '../../wire/tracing/span.ts';
import type { Tracing } from '../../wire/tracing/tracing.ts';
import type { Log } from '../log.ts';
import { refusalAnswer, sendAnswer } from './answer.ts';
import { callerSignal, headersOf } from './call.ts';
import { discardBody } from './receive.ts';
import { HttpRefusal, toHttpRefusal } from './refusal.ts';
import { type Match, matchRoute, type Route, type RouteAnswer } from './route.ts';
import type { CheckToken } from './token.ts';

export interface AnswerSettings {
  readonly routes: readonly Route[];
  readonly checkToken: CheckToken;
  /** Headers of the routes of readiness that say what is served. */
  readonly served?: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly tracing?: Tracing;
  /** Successes that took less have no line. */
  readonly loggedFromMs?: number;
  /** Called for each answer: the pattern of its route, `none` where no path fits, and its status. */
  readonly onAnswered?: (route: string, status: number) => void;
}

/**
 * Answers a request and logs it. Resolves when the answer is written or the caller has gone.
 * @param ending whether the service takes no new work
 */
export async function serveRequest(
  settings: AnswerSettings,
  incoming: IncomingMessage,
  response: ServerResponse,
  ending: boolean,
): Promise<void> {
  const { loggedFromMs = 0 } = settings;
  const startedMs = performance.now();
  const signal = callerSignal(response);
  const requestId = readRequestId(headersOf(incoming));
  const sent = readTraceparent(headersOf(incoming));
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  const match = matchRoute(settings.routes, incoming.method ?? '', path);
  const pattern = 'route' in match ? match.route.pattern : 'none';
  // A request that no other program of this service has put into a trace is in none.
  const tracing = sent && isOurs(settings, incoming) ? settings.tracing : undefined;
  const span = tracing?.begin(pattern, { traceparent: sent, waitUntil: () => {} });
  const traceparent = span ? span.traceparent : sent;
  const answer = await answerRequest(settings, {
    incoming,
    match,
    path,
    query,
    requestId,
    traceparent,
    span,
    signal,
    ending,
  });

  settings.onAnswered?.(pattern, answer.status);

  const report = (outcome?: string): void => {
    if (span) endSpan(span, answer.status, outcome);
    // Health checks come every second and say nothing when all is well.
    if ('route' in match && match.route.open && answer.status === 200) return;
    const tookMs = Math.round(performance.now() - startedMs);
    if (answer.status === 200 && outcome === undefined && tookMs < loggedFromMs) return;
    settings.log.info('request', {
      requestId,
      traceId: traceIdOf(traceparent),
      method: incoming.method,
      path,
      status: answer.status,
      tookMs,
      outcome,
    });
  };
  if (signal.aborted) return report('caller-gone');
  if (ending || (answer.status >= 400 && !(await discardBody(incoming)))) response.shouldKeepAlive = false;
  if (requestId !== undefined) response.setHeader(requestIdName, requestId);
  // Where a source fails, Node may close the connection before it says so, as if the caller had gone.
  let sourceFailed = false;
  const body = watched(answer.body, () => {
    sourceFailed = !signal.aborted;
  });
  try {
    await sendAnswer(response, { ...answer, body }, incoming.method !== 'HEAD');
    report();
  } catch (cause) {
    report(signal.aborted && !sourceFailed ? 'caller-gone' : `broken off: ${String(cause)}`);
    response.destroy();
  }
}

/** Whether a program of this service calls: of strangers nothing goes to the collector. */
function isOurs({ checkToken, tracing }: AnswerSettings, incoming: IncomingMessage): boolean {
  if (!tracing) return false;
  try {
    checkToken(incoming);
    return true;
  } catch {
    return false;
  }
}

function endSpan(span: TraceSpan, status: number, outcome: string | undefined): void {
  span.end({ attributes: { 'http.response.status_code': status }, isError: status >= 500 || outcome !== undefined });
}

/** A body that tells of its failure before its reader learns of it. */
function watched(body: RouteAnswer['body'], onFailure: () => void): RouteAnswer['body'] {
  if (body instanceof Uint8Array) return body;
  return (async function* () {
    try {
      yield* body;
    } catch (cause) {
      onFailure();
      throw cause;
    }
  })();
}

interface Incoming {
  readonly incoming: IncomingMessage;
  readonly match: Match | { readonly allow: readonly string[] };
  readonly path: string;
  readonly query: string;
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly span: TraceSpan | undefined;
  readonly signal: AbortSignal;
  readonly ending: boolean;
}

async function answerRequest({ checkToken, log, served }: AnswerSettings, request: Incoming): Promise<RouteAnswer> {
  const { incoming, match, path, query, requestId, traceparent, span, signal, ending } = request;
  try {
    if (!('route' in match)) throw noRoute(match.allow);
    const { route, parameters } = match;
    const isShown = incoming.headers.authorization !== undefined;
    if (!route.open || (route.readiness && isShown)) checkToken(incoming);
    // The gateway may send it to another address then: nothing of it has run.
    if (ending)
      throw new HttpRefusal(503, 'The inference service is ending', { 'Retry-After': '5', 'X-Not-Taken': 'ending' });
    const deadlineMs = Date.now() + readRemainingMs(headersOf(incoming));
    const answer = await route.handle({
      incoming,
      parameters,
      query: new URLSearchParams(query),
      requestId,
      call: readCall(headersOf(incoming)),
      traceparent,
      span,
      caller: readCaller(headersOf(incoming)),
      mayKeep: readMayKeep(headersOf(incoming)),
      deadlineMs,
      signal,
    });
    return route.readiness ? { ...answer, headers: { ...answer.headers, ...served } } : answer;
  } catch (fault) {
    const refusal = toHttpRefusal(fault);
    if (refusal.status >= 500 && !signal.aborted) {
      const { status, message: reason, cause = refusal } = refusal;
      const stack = status === 500 && cause instanceof Error ? cause.stack : undefined;
      log.warn('refused', { requestId, traceId: traceIdOf(traceparent), path, status, reason, stack });
    }
    return refusalAnswer(refusal);
  }
}

function noRoute(allow: readonly string[]): HttpRefusal {
  if (allow.length === 0) return new HttpRefusal(404, 'There is no such path');
  return new HttpRefusal(405, `Expected ${allow.join(' or ')}`, { Allow: allow.join(', ') });
}
