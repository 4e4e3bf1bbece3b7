/** One request: what is known of it and of its answer on the way through the steps. */
import type { Context } from 'hono';
import type { RateLimitState } from '../contract/account.ts';
import { readTraceparent } from '../wire/protocol/call-headers.ts';
import type { TraceSpan } from '../wire/tracing/span.ts';
import type { EdgeSettings, Environment } from './environment.ts';
import { Timings } from './timings.ts';

/** A key, by names that are not secret. */
export interface KnownKey {
  /** Name of its ledger. */
  readonly wallet: string;
  readonly keyId: string;
}

/** How the sending of an answer ended. */
export interface Sent {
  /** Of the answer, as far as its client read it. */
  readonly bytes: number;
  /** What the call cost in the end. */
  readonly credits: 0 | 1;
  /** Whether all of it was read, its client left, or the service failed. */
  readonly end: 'read' | 'left' | 'broken-off';
  /** What became of the hold. */
  readonly hold: 'ended' | 'lapsed' | 'unknown';
}

export interface Exchange {
  readonly request: Request;
  /** For logs: the client may have chosen it, and so may have given several calls the same. */
  readonly requestId: string;
  /** By which inference knows the runs of the call: always our own. */
  readonly call: string;
  /** The place in the client's trace, where it sent one, or in our own (W3C Trace Context). */
  readonly traceparent?: string;
  /** Of the whole call, where calls are traced. */
  readonly span?: TraceSpan;
  readonly env: Environment;
  readonly settings: EdgeSettings;
  readonly timings: Timings;
  waitUntil(work: Promise<unknown>): void;
  /** The key's rate limit window, once a ledger has answered. */
  rate: RateLimitState | null;
  /** Name of the ledger that was asked to admit the call. */
  caller: string | null;
  /** The key of the call, once a ledger has confirmed it. */
  key: KnownKey | null;
  /** Whether outputs of networks may be kept for the caller: an admitted call with an `Idempotency-Key`, or of a signed-in person. */
  mayKeep: boolean;
  /** Whether the picture comes from an address: refusals then name that. */
  isFetched?: boolean;
  /** Credits that a 200 costs, once the call is admitted; 0 for a repeat or edit. */
  price?: 0 | 1;
  /** Names of the options that were sent, once they are read. */
  options?: readonly string[];
  /** Of the picture as it was sent, once its header is read. */
  pixels?: number;
  /** The lane that worked on the picture last. */
  lane?: 'edge' | 'image';
  /** Bytes of the body that were read, once the call is answered. */
  bytesIn?: number;
  /** Of an answer that is sent while it is read. Never rejects. */
  sending?: Promise<Sent>;
}

export type App = { Bindings: Environment; Variables: { exchange: Exchange; noPage?: Response } };

const ownId = /^[A-Za-z0-9._-]{1,64}$/;

/** Starts the exchange of a request, under the client's own request id if that is well formed. */
export function startExchange(context: Context<App>, settings: EdgeSettings): Exchange {
  const offered = context.req.header('X-Request-Id') ?? '';
  const sent = readTraceparent((name) => context.req.header(name) ?? null);
  const waitUntil = (work: Promise<unknown>) => context.executionCtx.waitUntil(work);
  const span = settings.tracing?.begin('call', { traceparent: sent, waitUntil });
  return {
    request: context.req.raw,
    requestId: ownId.test(offered) ? offered : crypto.randomUUID(),
    call: crypto.randomUUID(),
    traceparent: span?.traceparent ?? sent,
    span,
    env: context.env,
    settings,
    timings: new Timings(span),
    waitUntil,
    rate: null,
    caller: null,
    key: null,
    mayKeep: false,
  };
}
