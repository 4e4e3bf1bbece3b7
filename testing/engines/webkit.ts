/** WebKitGTK by Debian's WebKitWebDriver, on a screen in memory. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { commands, type Driver, type Parameters, startProgram } from './driver.ts';

/** @throws Error where it does not start */
export async function startWebKit(): Promise<Driver> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-webkit-'));
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {});
  const [display] = (await once(screen.child.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await freePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: `:${String(display).trim()}`,
    GDK_BACKEND: 'x11',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  });
  const send = webDriver(`http://127.0.0.1:${port}`);
  let session = '';
  const stop = async () => {
    // It ends the browser, which the driver's end alone does not.
    if (session) await send('DELETE', session).catch(() => {});
    await driver.end();
    await screen.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    while (!(await send('GET', '/status').catch(() => null))) {
      if (driver.child.exitCode !== null) throw new Error('WebKitWebDriver ended while it started');
      await wait(50);
    }
    const { sessionId } = (await send('POST', '/session', { capabilities: {} })) as { sessionId: string };
    session = `/session/${sessionId}`;
  } catch (cause) {
    await stop();
    throw cause;
  }
  return {
    downloads,
    send(command, { id, ...parameters }) {
      const [, method, route] = commands[command];
      return send(method, `${session}${route.replace('{id}', String(id))}`, parameters);
    },
    stop,
  };
}

function webDriver(base: string): (method: string, path: string, parameters?: Parameters) => Promise<unknown> {
  return async (method, route, parameters) => {
    const body = method === 'POST' ? JSON.stringify(parameters) : undefined;
    const answer = await fetch(base + route, { method, body, headers: { 'Content-Type': 'application/json' } });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${route}: ${JSON.stringify(value)}`);
    return value;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
