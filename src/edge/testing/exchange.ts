/** A request in progress, for tests. */
import { type Environment, unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { Timings } from '../timings.ts';

/** What a test sets of an exchange, and of its environment. */
export type ExchangeChanges = Partial<Omit<Exchange, 'env'>> & { readonly env?: object };

/** The exchange of an unknown caller with an empty environment, but for the changes. */
export function exchangeWith({ env = {}, ...changes }: ExchangeChanges): Exchange {
  return {
    request: new Request('https://api.example.com/'),
    requestId: 'r1',
    call: 'c1',
    env: env as Environment,
    settings: unconfigured,
    timings: new Timings(),
    waitUntil: () => {},
    rate: null,
    caller: null,
    key: null,
    mayKeep: false,
    ...changes,
  };
}
