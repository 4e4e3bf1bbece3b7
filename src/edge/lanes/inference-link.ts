/** How the protocol client reaches inference: over the service binding, with what this isolate remembers. */
import { Breaker } from '../../wire/protocol/breaker.ts';
import type { NetworksClientSettings } from '../../wire/protocol/client.ts';
import { KnownLines } from '../../wire/protocol/line-load.ts';
import type { Exchange } from '../exchange.ts';
import { callerTerms } from './caller-terms.ts';
import { inferenceFetch } from './inference-fetch.ts';
import type { LaneWork } from './lane.ts';

/** Shared by all requests of the isolate: descriptions of models, and whether inference was reachable lately. */
const descriptions: NetworksClientSettings['descriptions'] = new Map();
const breaker = new Breaker();
/** Also shared: how full the queues of the networks are. */
export const knownLines = new KnownLines();

/** Milliseconds for which this isolate does not try to reach inference; 0 while it does. */
export function breakerWaitMs(): number {
  return breaker.remainingMs();
}

/**
 * @param work the picture, by whose file and caller a service is preferred that may have kept outputs for it
 * @param signal ends the calls of a request that is over
 */
export async function inferenceLink(
  exchange: Exchange,
  { file, deadlineMs }: Pick<LaneWork, 'file' | 'deadlineMs'>,
  signal: AbortSignal,
): Promise<NetworksClientSettings> {
  const { requestId, traceparent } = exchange;
  return {
    fetch: inferenceFetch(exchange),
    baseUrl: 'http://inference',
    requestId,
    traceparent,
    ...(await callerTerms(exchange, file)),
    deadlineMs,
    signal,
    descriptions,
    breaker,
    lines: knownLines,
  };
}
