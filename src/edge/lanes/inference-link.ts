/** How the protocol client reaches inference: over the service binding, with what this isolate remembers. */
import { Breaker } from '../../protocol/breaker.ts';
import type { NetworksClientSettings } from '../../protocol/client.ts';
import { KnownLines } from '../../protocol/line-load.ts';
import type { Exchange } from '../exchange.ts';
import { callerName } from './caller-name.ts';

/** Shared by all requests of the isolate: descriptions of models, and whether inference was reachable lately. */
const descriptions: NetworksClientSettings['descriptions'] = new Map();
const breaker = new Breaker();
/** Also shared: how full the queues of the networks are. */
export const knownLines = new KnownLines();

/** Milliseconds for which this isolate does not try to reach inference; 0 while it does. */
export function breakerWaitMs(): number {
  return breaker.remainingMs();
}

/** @param signal ends the calls of a request that is over */
export async function inferenceLink(
  { env, requestId, traceparent, caller, settings }: Exchange,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<NetworksClientSettings> {
  return {
    fetch: (url, init) => env.INFERENCE.fetch(url, init),
    baseUrl: 'http://inference',
    requestId,
    traceparent,
    caller: caller ? await callerName(caller, settings.keyHashSecret) : '',
    deadlineMs,
    signal,
    descriptions,
    breaker,
    lines: knownLines,
  };
}
