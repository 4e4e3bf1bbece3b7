/** The span of a call on its way through a gateway, between that of the edge and that of the service. */
import { givenVersion } from '../../contract/service-version.ts';
import type { Values } from '../../contract/settings/read.ts';
import type { tracingSettings } from '../../contract/settings/tracing.ts';
import type { TraceSpan } from '../tracing/span.ts';
import { createTracing, type Tracing } from '../tracing/tracing.ts';

const traceparentName = 'traceparent';

/** Of this isolate, by its bindings. */
const known = new WeakMap<object, Tracing | undefined>();

/**
 * Answers a call under a span of its own, where calls are traced.
 * @param settings of the collector
 * @param answer gets the span; it hands it on by `handOn`
 * @throws what `answer` throws
 */
export function underSpan(
  env: object,
  settings: Values<typeof tracingSettings>,
  request: Request,
  context: Pick<ExecutionContext, 'waitUntil'>,
  answer: (span: TraceSpan | undefined) => Promise<Response>,
): Promise<Response> {
  const traceparent = request.headers.get(traceparentName);
  const tracing = traceparent === null ? undefined : tracingOf(env, settings);
  if (traceparent === null || !tracing) return answer(undefined);
  const span = tracing.begin('gateway', { traceparent, waitUntil: (work) => context.waitUntil(work) });
  return span.untilAnswered(() => answer(span));
}

/** Puts the place in the trace into a call that goes on. Probes have none, and get none. */
export function handOn(span: TraceSpan | undefined, init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  if (!span || !headers.has(traceparentName)) return init;
  headers.set(traceparentName, span.traceparent);
  return { ...init, headers };
}

function tracingOf(env: object, settings: Values<typeof tracingSettings>): Tracing | undefined {
  if (!known.has(env)) {
    const onLost = (spans: number, cause: unknown): void => {
      console.warn(JSON.stringify({ level: 'warn', event: 'spans-lost', spans, cause: String(cause) }));
    };
    const program = { name: 'edgematte-gateway', runs: givenVersion({ ...env }), onLost };
    known.set(env, createTracing(settings, program));
  }
  return known.get(env);
}
