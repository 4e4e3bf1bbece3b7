/** What is known of a call once it is over: what its log line says, and what is counted of it. */
import { operations, processingOperations } from '../../contract/operations.ts';
import type { TimedStep } from '../../contract/steps.ts';
import { traceIdOf } from '../../wire/protocol/call-headers.ts';
import type { Exchange, Sent } from '../exchange.ts';

/** No key, no address, nothing of a picture, of a file name or of what an option held. */
export interface AnsweredCall {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly wallet: string | undefined;
  readonly keyId: string | undefined;
  /** Null of a path that is none. */
  readonly operation: string | null;
  readonly status: number;
  readonly errorCode: string | undefined;
  /** What it cost in the end. */
  readonly credits: 0 | 1;
  readonly lane: Exchange['lane'];
  /** Milliseconds of each step. */
  readonly steps: Readonly<Partial<Record<TimedStep, number>>>;
  /** From its start to the end of its answer. */
  readonly milliseconds: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Of the picture as it was sent. */
  readonly megapixels: number | undefined;
  /** How the sending of a 200 ended, where its client did not read all of it. */
  readonly end: Exclude<Sent['end'], 'read'> | undefined;
  /** What became of its hold, where that did not end as asked. */
  readonly hold: Exclude<Sent['hold'], 'ended'> | undefined;
}

/** An answer as it is to be sent. */
export interface SentAnswer {
  readonly status: number;
  readonly errorCode: string | null;
  /** Of one that is not sent while it is read. */
  readonly bytes: number;
}

/** Operations by their paths. A path that is none may hold anything, and is not repeated. */
const named: ReadonlyMap<string, string> = new Map([
  ...operations.map(({ path, name }) => [path, name] as const),
  ...processingOperations.map(({ name }) => [`/playground/${name}`, `playground/${name}`] as const),
  ...['removebg', 'improve', 'account'].map((name) => [`/v1.0/${name}`, name] as const),
]);

/** The call of an exchange. @param sent how its answer was sent; null of one that was whole before */
export function answeredCall(exchange: Exchange, answer: SentAnswer, sent: Sent | null): AnsweredCall {
  const { request, requestId, traceparent, key, lane, timings, pixels, bytesIn = 0 } = exchange;
  return {
    requestId,
    traceId: traceIdOf(traceparent),
    wallet: key?.wallet,
    keyId: key?.keyId,
    operation: named.get(new URL(request.url).pathname) ?? null,
    status: answer.status,
    errorCode: answer.errorCode ?? undefined,
    credits: sent?.credits ?? 0,
    lane,
    steps: timings.steps(),
    milliseconds: Date.now() - timings.startedAtMs,
    bytesIn,
    bytesOut: sent?.bytes ?? answer.bytes,
    megapixels: pixels === undefined ? undefined : Math.round(pixels / 10_000) / 100,
    end: sent && sent.end !== 'read' ? sent.end : undefined,
    hold: sent && sent.hold !== 'ended' ? sent.hold : undefined,
  };
}
