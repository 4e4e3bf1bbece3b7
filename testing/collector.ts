/** A collector of traces that keeps what it gets by OTLP, and can be made to misbehave. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** As it came. */
export interface CollectedSpan {
  /** `service.name` of its program. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector {
  /** For OTLP_URL. */
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The bodies as text, of requests that it refused too. */
  readonly bodies: string[];
  readonly headers: http.IncomingHttpHeaders[];
  /** `hang`: takes a request and never answers. */
  behaviour: 'accept' | 'refuse' | 'hang';
  /** Those of one trace. */
  trace(traceId: string): readonly CollectedSpan[];
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly Attribute[];
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** STATUS_CODE_ERROR of OTLP. */
const errorCode = 2;

/** Starts one on a free port of this machine. */
export async function startCollector(): Promise<Collector> {
  const server = http.createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    collector.bodies.push(body);
    collector.headers.push(request.headers);
    if (collector.behaviour === 'hang') return;
    const isRead = collector.behaviour === 'accept' && request.url === '/v1/traces';
    if (isRead) collector.spans.push(...spansOf(JSON.parse(body)));
    response.writeHead(isRead ? 200 : 500, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: [],
    behaviour: 'accept',
    trace: (traceId) => collector.spans.filter((span) => span.traceId === traceId),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

function spansOf({ resourceSpans }: OtlpRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, status, attributes }) => ({
        ...{ service, traceId, spanId, parentSpanId, name },
        isError: status.code === errorCode,
        attributes: valuesOf(attributes),
      })),
    );
  });
}

/** Of the protobuf's oneof, whichever is there. */
function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
