/** Sends a call to the inference service, under a span of its own where the request is traced. */
import { traceparentName } from '../../wire/protocol/call-headers.ts';
import type { Fetch } from '../../wire/protocol/exchange.ts';
import type { Exchange } from '../exchange.ts';

/** That of the service binding. A call that is sent again has a span for each time. */
export function inferenceFetch({ env, timings }: Pick<Exchange, 'env' | 'timings'>): Fetch {
  return (url, init) => {
    const span = timings.span?.begin(nameOf(url), { kind: 'client' });
    if (!span) return env.INFERENCE.fetch(url, init);
    const headers = new Headers(init.headers);
    headers.set(traceparentName, span.traceparent);
    return span.untilAnswered(() => env.INFERENCE.fetch(url, { ...init, headers }));
  };
}

/** `infer matte`, `describe matte`, or `image lane`. What follows in a path of the lane is of the caller. */
function nameOf(url: string): string {
  const [, model, action] = /\/v2\/models\/([^/]+)(\/infer)?/.exec(new URL(url).pathname) ?? [];
  if (model === undefined) return 'image lane';
  return `${action ? 'infer' : 'describe'} ${decodeURIComponent(model)}`;
}
