/** A span as programs use it: no context is global, each is handed to what runs under it. */
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** What is known at the end of a span. */
export interface SpanEnd {
  /** In place of the name it began with. */
  readonly name?: string;
  /** By names of OpenTelemetry's conventions, or `edgematte.…`. Undefined ones are left out. */
  readonly attributes?: Attributes;
  readonly isError?: boolean;
  /** Unix milliseconds; now where it is left out. */
  readonly atMs?: number;
}

export interface SpanStart {
  /** `client`: a call of another program. `server`: one that came. */
  readonly kind?: 'internal' | 'client' | 'server';
  /** Unix milliseconds; now where it is left out. */
  readonly atMs?: number;
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER };

/** A piece of work of one call. It may be of a trace that is not sampled: then nothing is kept of it. */
export class TraceSpan {
  readonly #tracer: Tracer;
  readonly #span: SdkSpan;
  readonly #onEnd: () => void;

  /** @param onEnd called when it has ended */
  constructor(tracer: Tracer, span: SdkSpan, onEnd: () => void = () => {}) {
    this.#tracer = tracer;
    this.#span = span;
    this.#onEnd = onEnd;
  }

  /** For the program that is called under it: W3C Trace Context, section 3.2. */
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags}`;
  }

  /** Begins a part of it. */
  begin(name: string, { kind = 'internal', atMs }: SpanStart = {}): TraceSpan {
    const within = trace.setSpan(ROOT_CONTEXT, this.#span);
    return new TraceSpan(
      this.#tracer,
      this.#tracer.startSpan(name, { kind: kinds[kind], startTime: at(atMs) }, within),
    );
  }

  /** Ends it. Once. */
  end({ name, attributes = {}, isError = false, atMs }: SpanEnd = {}): void {
    if (name !== undefined) this.#span.updateName(name);
    this.#span.setAttributes(attributes);
    if (isError) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end(at(atMs));
    this.#onEnd();
  }

  /** Ends it with an answer, of which it keeps the status. @throws what the call throws */
  async untilAnswered<Answer extends { readonly status: number }>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call();
      const { status } = answer;
      this.end({ attributes: { 'http.response.status_code': status }, isError: status >= 500 });
      return answer;
    } catch (failure) {
      this.end({ isError: true });
      throw failure;
    }
  }
}

/** Does a part of what a span stands for. Without a span it is done all the same. @throws what the work throws */
export async function inSpan<Result>(
  span: TraceSpan | undefined,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const part = span?.begin(name);
  try {
    const result = await work();
    part?.end();
    return result;
  } catch (failure) {
    part?.end({ isError: true });
    throw failure;
  }
}

/** Of a number the SDK would have to guess which clock it is of. */
function at(unixMs: number | undefined): Date | undefined {
  return unixMs === undefined ? undefined : new Date(unixMs);
}
