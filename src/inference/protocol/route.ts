/** The table of routes. A route is a method, a path pattern and what answers it; more can be added at start. */
import type { IncomingMessage } from 'node:http';
import type { TraceSpan } from '../../wire/tracing/span.ts';

export interface RouteCall {
  readonly incoming: IncomingMessage;
  /** Values of the pattern's `:name` segments, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** By which it is found in the logs, where the caller sent a usable one. */
  readonly requestId: string | undefined;
  /** Which call of the edge it is part of, where it says so. */
  readonly call: string | undefined;
  /** The place in the trace that the request is part of: that of its span, where it has one. */
  readonly traceparent: string | undefined;
  /** Of the request, where it is traced. */
  readonly span?: TraceSpan;
  /** Whose call it is, by a name that reveals nothing; empty where the call does not say. Callers take turns. */
  readonly caller: string;
  /** Whether outputs of networks may be kept for that caller. */
  readonly mayKeep: boolean;
  /** Milliseconds since the epoch after which the caller no longer waits. */
  readonly deadlineMs: number;
  /** Aborted when the caller hangs up before it has the whole answer. */
  readonly signal: AbortSignal;
}

export interface RouteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Chunks are written under back-pressure. With an error in the middle the connection is broken off. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Segments, of which `:name` matches one, e.g. `/v2/models/:model`. */
  readonly pattern: string;
  /** Answered without a token: health checks of an orchestrator have none. */
  readonly open?: boolean;
  /**
   * Of an open one that says whether the service is ready: a token that is shown all the same has to be right, and the answer says
   * by headers what is served. So the gateway learns that its token is wrong, or that one of several services is unlike the rest.
   */
  readonly readiness?: boolean;
  /** @throws HttpRefusal, MessageFault (400), NetworkFault (503 or 500); anything else is logged and answered 500 */
  handle(call: RouteCall): RouteAnswer | Promise<RouteAnswer>;
}

export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The first route that fits, or the methods that the path knows: none of them means that there is no such path.
 */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | { allow: string[] } {
  const allow: string[] = [];
  for (const route of routes) {
    const parameters = matchPattern(route.pattern, path);
    if (!parameters) continue;
    if (route.method === method || (route.method === 'GET' && method === 'HEAD')) return { route, parameters };
    allow.push(route.method);
  }
  return { allow };
}

function matchPattern(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const actual = path.split('/');
  if (expected.length !== actual.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    if (!segment.startsWith(':')) {
      if (segment !== actual[index]) return undefined;
      continue;
    }
    const value = decodeSegment(actual[index]);
    if (!value) return undefined;
    parameters[segment.slice(1)] = value;
  }
  return parameters;
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken escape names nothing.
    return undefined;
  }
}
