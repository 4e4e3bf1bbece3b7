/**
 * Stripe's own mock (github.com/stripe/stripe-mock) on loopback: it knows Stripe's API by its description, checks what it is
 * sent and answers fixtures. Built once through Go's module proxy, and kept.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../../src/local/root.ts';
import { freePort } from '../../../testing/free-port.ts';
import type { StripeServer } from './server.ts';

const version = 'v0.203.0';
const folder = inProject('.edgematte/tools', `stripe-mock-${version}`);
const program = path.join(folder, 'stripe-mock');
const patienceMs = 60_000;

/** Null when it is there, else why not. */
export const noMock: string | null = build();

function build(): string | null {
  if (existsSync(program)) return null;
  try {
    const env = { ...process.env, GOBIN: folder };
    const words = ['install', `github.com/stripe/stripe-mock@${version}`];
    execFileSync('go', words, { env, stdio: 'pipe', timeout: patienceMs });
    return null;
  } catch (cause) {
    const [line] = String(cause instanceof Error ? cause.message : cause).split('\n');
    return `stripe-mock could not be built with Go in ${patienceMs / 1000} s (${line})`;
  }
}

/** Starts it. It has to be there. @throws Error with what it said, where it ends or does not answer */
export async function startMock(): Promise<StripeServer> {
  for (let triesLeft = 3; ; triesLeft--) {
    const [port, portOfHttps] = [await freePort(), await freePort()];
    // Without an address for HTTPS it takes one port for all of its kind. It reads Stripe's description before it listens:
    // another program may have taken a port meanwhile.
    const addresses = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${portOfHttps}`];
    const mock = spawn(program, addresses, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [mock.stdout, mock.stderr]) {
      stream.on('data', (bytes) => {
        said = `${said}${bytes}`.slice(-2000);
      });
    }
    const ended = once(mock, 'exit');
    if (await answers(port, mock)) {
      return {
        port,
        async stop() {
          mock.kill();
          await ended;
        },
      };
    }
    const isRunning = mock.kill();
    if (isRunning || triesLeft === 1) throw new Error(`stripe-mock does not answer: ${said}`);
  }
}

/** Whether it answers there before it ends, within the time that there is. */
async function answers(port: number, mock: ChildProcess): Promise<boolean> {
  for (const endsBy = Date.now() + patienceMs; mock.exitCode === null && Date.now() < endsBy; ) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answered) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
