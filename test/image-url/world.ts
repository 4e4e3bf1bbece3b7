/** What is in the namespace beside the service: addresses, listeners on all of them, and a count of who connects to which. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { forbidden, publicAddresses } from './addresses.ts';
import type { Certificate } from './certificates.ts';

/** The test's own name server. */
export const resolverAddress = '127.0.0.53';

export interface World {
  /** Local addresses of connections, in order. */
  readonly connections: readonly string[];
  /** The last request for a picture, as JSON. */
  asked(): string;
}

/** Sets the namespace up. @throws Error where this process is not in one of its own */
export function buildNamespace(): void {
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' });
  run('ip', 'link', 'set', 'lo', 'up');
  for (const address of [...Object.values(forbidden), ...publicAddresses]) {
    if (address.startsWith('127.') || address === '::1') continue;
    run('ip', 'addr', 'add', `${address}/${address.includes(':') ? 128 : 32}`, 'dev', 'lo');
  }
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'edgematte-resolver-')), 'resolv.conf');
  writeFileSync(file, `nameserver ${resolverAddress}\noptions timeout:1 attempts:1\n`);
  run('mount', '--bind', file, '/etc/resolv.conf');
}

/**
 * Listens at ports 80 and 443 of every address.
 * @param trusted certificate of all secure names but `untrusted.example`, which has the other
 */
export async function listen(picture: Buffer, trusted: Certificate, untrusted: Certificate): Promise<World> {
  const connections: string[] = [];
  let asked = '';
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/photo') asked = JSON.stringify({ method: request.method, ...request.headers });
    answer(request, response, picture);
  };
  const other = createSecureContext(untrusted);
  const SNICallback: TlsOptions['SNICallback'] = (name, done) =>
    done(null, name === 'untrusted.example' ? other : undefined);
  const servers = [
    { server: createServer(respond), port: 80 },
    { server: createSecureServer({ ...trusted, SNICallback }, respond), port: 443 },
  ];
  for (const { server, port } of servers) {
    server.on('connection', (socket: Socket) => {
      connections.push((socket.localAddress ?? 'nowhere').replace(/^::ffff:/, ''));
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(port, '::', resolve));
  }
  return { connections, asked: () => asked };
}

const noise = Buffer.alloc(64 * 1024, 7);

function answer(request: IncomingMessage, response: ServerResponse, picture: Buffer): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
  response.setHeader('Connection', 'close');
  const give = (body: Buffer | string, headers: Readonly<Record<string, string>> = {}) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body);
  };
  switch (pathname) {
    case '/photo':
      return give(picture, { 'Set-Cookie': 'secret=1', 'X-Secret': 'yes' });
    case '/gzip':
      return give(gzipSync(picture), { 'Content-Encoding': 'gzip' });
    case '/br':
      return give(brotliCompressSync(picture), { 'Content-Encoding': 'br' });
    case '/half':
      response.writeHead(200, { 'Content-Length': String(picture.length) });
      response.write(picture.subarray(0, picture.length / 2));
      setTimeout(() => response.destroy(), 50);
      return;
    case '/html':
      return give('<html>secret words</html>', { 'Content-Type': 'image/jpeg' });
    case '/bomb':
      return give(gzipSync(Buffer.alloc(30 * 1024 * 1024)), { 'Content-Encoding': 'gzip' });
    case '/endless':
      return stream(response);
    case '/silent':
      return;
    case '/stalls':
      response.write(picture.subarray(0, 100));
      return;
    case '/status':
      response.statusCode = Number(searchParams.get('is'));
      return give('secret words');
    case '/to': {
      response.statusCode = 302;
      return give('secret words', { Location: searchParams.get('url') ?? '' });
    }
    case '/chain': {
      const left = Number(searchParams.get('left'));
      response.statusCode = 302;
      return give('', { Location: left === 0 ? '/photo' : `/chain?left=${left - 1}` });
    }
  }
  response.statusCode = 404;
  response.end('secret words');
}

/** Never ends by itself. */
function stream(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(noise)) {}
  };
  response.on('drain', more);
  more();
}
