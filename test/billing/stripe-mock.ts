/**
 * Stripe's own mock (github.com/stripe/stripe-mock) on loopback: it knows Stripe's API by its description, checks what it is
 * sent and answers fixtures. It sends no webhooks; the tests do. Built once through Go's module proxy, and kept.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { inProject } from '../../src/start/root.ts';

const version = 'v0.203.0';
const folder = inProject('.edgematte/tools', `stripe-mock-${version}`);
const program = path.join(folder, 'stripe-mock');

/** Null when it is there, else the sentence to skip with. */
export const noStripeMock: string | null = build();

if (noStripeMock) console.warn(`Tests of the checkout are skipped: ${noStripeMock}.`);

function build(): string | null {
  if (existsSync(program)) return null;
  try {
    const env = { ...process.env, GOBIN: folder };
    execFileSync('go', ['install', `github.com/stripe/stripe-mock@${version}`], {
      env,
      stdio: 'pipe',
      timeout: 170_000,
    });
    return null;
  } catch (cause) {
    const [line] = String(cause instanceof Error ? cause.message : cause).split('\n');
    return `stripe-mock could not be built with Go (${line})`;
  }
}

/** One call of Stripe's API, as it was sent and answered. */
export interface StripeCall {
  readonly path: string;
  readonly sent: URLSearchParams;
  readonly authorization: string | undefined;
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface StripeMock {
  /** For STRIPE_API_URL. */
  readonly url: string;
  readonly calls: StripeCall[];
  stop(): Promise<void>;
}

/** Starts it, with somebody in front who writes down what is called. */
export async function startStripeMock(): Promise<StripeMock> {
  const port = await freePort();
  const mock = spawn(program, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const ended = once(mock, 'exit');
  const calls: StripeCall[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const init = { method: request.method, body: body || undefined, headers: { authorization, 'content-type': type } };
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, init);
    const json = (await answer.json()) as Record<string, unknown>;
    // Fixtures name no page to pay on, and may be the same each time.
    if (json.object === 'checkout.session') {
      json.id = `${json.id}_${calls.length}`;
      json.url = `https://checkout.stripe.com/c/pay/${json.id}`;
    }
    calls.push({ path: request.url ?? '', sent: new URLSearchParams(body), authorization, answer: json });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await ready(port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      mock.kill();
      await ended;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The header `Stripe-Signature` of a body. */
export function signatureOf(body: string, secret: string, t = Math.floor(Date.now() / 1000)): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('stripe-mock does not answer');
}
