/** A request in work, for tests. */
import { type Environment, unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { Timings } from '../timings.ts';

/** What of an exchange a test says; of its environment, what its call needs. */
export type ExchangeChanges = Partial<Omit<Exchange, 'env'>> & { readonly env?: object };

/** Of nobody yet, with an empty environment, and what is changed in it. */
export function exchangeWith({ env = {}, ...changes }: ExchangeChanges): Exchange {
  return {
    request: new Request('https://api.example.com/'),
    requestId: 'r1',
    env: env as Environment,
    settings: unconfigured,
    timings: new Timings(),
    waitUntil: () => {},
    rate: null,
    caller: null,
    key: null,
    ...changes,
  };
}
