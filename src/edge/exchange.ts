/** One request and its answer: what is known of them while they pass through the steps. */
import type { Context } from 'hono';
import type { RateStanding } from '../contract/account.ts';
import { readTraceparent } from '../protocol/call-headers.ts';
import type { EdgeSettings, Environment } from './environment.ts';
import { Timings } from './timings.ts';

/** A key, by names that are no secret. */
export interface KnownKey {
  /** Name of its ledger. */
  readonly wallet: string;
  readonly keyId: string;
}

export interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  /** The client's place in its own trace, where it said one. */
  readonly traceparent?: string;
  readonly env: Environment;
  readonly settings: EdgeSettings;
  readonly timings: Timings;
  waitUntil(work: Promise<unknown>): void;
  /** Where the key's window stands, once a ledger has said so. */
  rate: RateStanding | null;
  /** Name of the ledger that was asked to admit the call. */
  caller: string | null;
  /** The key that asks, once a ledger has known it. */
  key: KnownKey | null;
  /** Whether the picture comes from an address that the call has named: what is wrong with it is said of that. */
  isFetched?: boolean;
  /** Credits that a 200 is charged for, once the call is admitted; none before, and none of a repeat. */
  price?: 0 | 1;
}

export type App = { Bindings: Environment; Variables: { exchange: Exchange } };

const ownId = /^[A-Za-z0-9._-]{1,64}$/;

/** Starts the exchange of a request. The client's own request id is kept where it is well formed. */
export function startExchange(context: Context<App>, settings: EdgeSettings): Exchange {
  const offered = context.req.header('X-Request-Id') ?? '';
  return {
    request: context.req.raw,
    requestId: ownId.test(offered) ? offered : crypto.randomUUID(),
    traceparent: readTraceparent((name) => context.req.header(name) ?? null),
    env: context.env,
    settings,
    timings: new Timings(),
    waitUntil: (work) => context.executionCtx.waitUntil(work),
    rate: null,
    caller: null,
    key: null,
  };
}
