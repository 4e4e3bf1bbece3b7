/**
 * A relay between a browser and the service that hears what goes wrong in pages: each page that passes loads a script first,
 * which reports errors, refusals by the policy and files that do not load. It needs nothing of the browser.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { forward } from './relay.ts';

export interface WatchingRelay {
  /** In place of the service's address. */
  readonly base: string;
  /** What pages reported, which should be nothing. */
  readonly mishaps: string[];
  stop(): Promise<void>;
}

const scriptPath = '/watching.js';
const reportPath = '/watching';

const script = `
  const report = (text) => navigator.sendBeacon('${reportPath}', location.pathname + ': ' + text);
  addEventListener('error', ({ target, message }) =>
    report(target instanceof Element ? 'not loaded: ' + (target.src ?? target.href) : 'uncaught ' + message), true);
  addEventListener('unhandledrejection', ({ reason }) => report('unhandled ' + reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(violatedDirective + ' forbids ' + blockedURI));
  const { error } = console;
  console.error = (...words) => { report(words.join(' ')); error.apply(console, words); };
`;

/** @param port of the service */
export async function startWatchingRelay(port: number): Promise<WatchingRelay> {
  const mishaps: string[] = [];
  const server = http.createServer(async (request, response) => {
    if (request.url === scriptPath) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else if (request.url === reportPath) {
      mishaps.push(await text(request));
      response.writeHead(204).end();
    } else if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
      forwardPage(request, response, port);
    } else forward(request, response, port);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mishaps,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes the request for a page on, and the page back, with the script in it. */
function forwardPage({ url, headers }: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { 'accept-encoding': _, ...asked } = headers;
  http
    .get({ host: '127.0.0.1', port, path: url, headers: asked }, async (answer) => {
      const page = await text(answer).catch(() => null);
      const { 'content-length': _, 'transfer-encoding': __, ...given } = answer.headers;
      // Where the answer breaks off, so does what is made of it.
      if (page === null) response.destroy();
      else response.writeHead(answer.statusCode ?? 502, given).end(withScript(page));
    })
    .on('error', () => response.destroy());
}

function withScript(page: string): string {
  return page.replace('<head>', `<head><script src="${scriptPath}"></script>`);
}
