/** WebKitGTK by Debian's WebKitWebDriver, on a screen in memory. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { commands, type Driver, type Parameters, startProgram } from './driver.ts';

/** @throws Error where it does not start */
export async function startWebKit(): Promise<Driver> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-webkit-'));
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const port = await freePort();
  const send = webDriver(`http://127.0.0.1:${port}`);
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {});
  const programs = [screen];
  let session = '';
  const stop = async () => {
    // It ends the browser, which the driver's end alone does not.
    if (session) await send('DELETE', session).catch(() => {});
    for (const program of programs) await program.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const display = await screen.until(() => (screen.written().endsWith('\n') ? screen.written().trim() : null));
    const driver = startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    });
    programs.unshift(driver);
    await driver.until(() => send('GET', '/status').catch(() => null));
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

/** Sends commands over HTTP. */
function webDriver(base: string): (method: string, route: string, parameters?: Parameters) => Promise<unknown> {
  return async (method, route, parameters) => {
    const body = method === 'POST' ? JSON.stringify(parameters) : undefined;
    const answer = await fetch(base + route, { method, body, headers: { 'Content-Type': 'application/json' } });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${route}: ${JSON.stringify(value)}`);
    return value;
  };
}
