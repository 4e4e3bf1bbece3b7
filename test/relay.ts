/** A relay between the service and its inference that can be made to misbehave. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export type Behaviour =
  | { readonly kind: 'forward' }
  /** Answers every inference with that status and JSON. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body: string;
    }
  /** Takes requests and never answers. */
  | { readonly kind: 'silence' }
  /** Keeps requests until the test calls them on. */
  | { readonly kind: 'hold'; readonly held: (() => void)[] }
  /** Breaks every connection off. */
  | { readonly kind: 'break' };

export interface Relay {
  /** For the gateway's INFERENCE_URL. */
  readonly url: string;
  behaviour: Behaviour;
  /** Paths that have it in them; all others are forwarded. All paths at first. */
  misbehavesAt: string;
  /** Where requests go while it behaves. */
  targetPort: number;
  stop(): Promise<void>;
}

export async function startRelay(): Promise<Relay> {
  const server = http.createServer((request, response) => {
    const behaviour: Behaviour = request.url?.includes(relay.misbehavesAt) ? relay.behaviour : { kind: 'forward' };
    switch (behaviour.kind) {
      case 'forward':
        return forward(request, response, relay.targetPort);
      case 'answer':
        request.resume();
        response.writeHead(behaviour.status, { 'Content-Type': 'application/json', ...behaviour.headers });
        response.end(behaviour.body);
        return;
      case 'silence':
        request.resume();
        return;
      case 'hold':
        behaviour.held.push(() => forward(request, response, relay.targetPort));
        return;
      case 'break':
        request.socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay: Relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: { kind: 'forward' },
    misbehavesAt: '',
    targetPort: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

/** Passes a request on, and its answer back; where one breaks off, so does the other. */
export function forward(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // Where the answer breaks off, so does what is made of it.
    pipeline(answer, response, () => {});
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
