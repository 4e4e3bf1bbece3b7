/** The traces of one program: begins the first span of each request. */
import { ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ServiceVersion } from '../../contract/service-version.ts';
import type { Values } from '../../contract/settings/read.ts';
import type { tracingSettings } from '../../contract/settings/tracing.ts';
import { TraceSpan } from './span.ts';
import { type OnLost, SpanSender } from './span-sender.ts';

export interface TracedProgram {
  /** `service.name`. */
  readonly name: string;
  readonly runs: ServiceVersion;
  /** Percent of the calls of strangers that are traced; left out where the caller is a program of this service, which has decided. */
  readonly percent?: number;
  readonly onLost: OnLost;
}

/** Of a request that came. */
export interface TracedRequest {
  /** As its caller sent it; undefined or unusable where it is in no trace yet. */
  readonly traceparent: string | undefined;
  /** Keeps what goes on behind the answer. */
  waitUntil(work: Promise<unknown>): void;
}

/** A span holds little; more is a fault. */
const spanLimits = { attributeCountLimit: 32, attributeValueLengthLimit: 256, eventCountLimit: 0, linkCountLimit: 0 };

/** Traces that go to a collector. */
export class Tracing {
  readonly #tracer: Tracer;
  readonly #sender: SpanSender;

  constructor(sender: SpanSender, { name, runs, percent }: TracedProgram) {
    this.#sender = sender;
    const { version, commit } = runs;
    const attributes = {
      'service.name': name,
      'service.version': version ?? '',
      'vcs.ref.head.revision': commit ?? '',
    };
    this.#tracer = new TracerProvider({
      resource: resourceFromAttributes(attributes),
      sampler: samplerOf(percent),
      spanLimits,
      spanProcessors: [sender],
    }).getTracer('edgematte');
  }

  /** Begins the span of a request. When that ends, all that has ended is sent. */
  begin(name: string, { traceparent = '', waitUntil }: TracedRequest): TraceSpan {
    const caller = parseTraceParent(traceparent);
    const around = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER }, around);
    return new TraceSpan(this.#tracer, span, () => waitUntil(this.#sender.send()));
  }

  /** Sends what is left, where the program ends. */
  close(): Promise<void> {
    return this.#sender.shutdown();
  }
}

/** The traces of a program; undefined where no collector is set. */
export function createTracing(
  { otlpUrl, otlpHeaders }: Values<typeof tracingSettings>,
  program: TracedProgram,
): Tracing | undefined {
  if (otlpUrl === undefined) return undefined;
  return new Tracing(new SpanSender({ url: otlpUrl, headers: otlpHeaders }, program.onLost), program);
}

/** A stranger may ask for a trace, but does not decide whether it is kept: not by its flag, and not by its id, which is a stranger's too. */
function samplerOf(percent: number | undefined): Sampler {
  if (percent === undefined) return new ParentBasedSampler({ root: new AlwaysOffSampler() });
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision;
  const drawn = {
    shouldSample: () => ({ decision: Math.random() * 100 < percent ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `drawn: ${percent} percent`,
  };
  return new ParentBasedSampler({ root: drawn, remoteParentSampled: drawn, remoteParentNotSampled: drawn });
}
