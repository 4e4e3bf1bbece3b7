/** Debian's Firefox without a window, by its own Marionette: the same commands as by geckodriver, over a socket. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commands, type Driver, type Parameters, startProgram } from './driver.ts';

/** Nothing is asked, measured or fetched on its own account. */
const preferences = (downloads: string) => ({
  'marionette.port': 0,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.shell.checkDefaultBrowser': false,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
});

/** @throws Error where it does not start */
export async function startFirefox(): Promise<Driver> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-firefox-'));
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads);
  const lines = Object.entries(preferences(downloads)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(path.join(folder, 'user.js'), lines.join('\n'));
  const program = startProgram('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', folder], {
    HOME: folder,
  });
  const stop = async () => {
    await program.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const portFile = path.join(folder, 'MarionetteActivePort');
    const port = await program.until(() => (existsSync(portFile) && readFileSync(portFile, 'utf8')) || null);
    const send = marionette(connect(Number(port), '127.0.0.1'));
    await send('WebDriver:NewSession', {});
    return {
      downloads,
      async send(command, parameters) {
        const answer = await send(commands[command][0], parameters);
        return answer !== null && typeof answer === 'object' && 'value' in answer ? answer.value : null;
      },
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** An answer of the protocol. */
type Answer = [kind: 1, number: number, error: { readonly message: string } | null, result: unknown];
const ended = { message: 'Firefox has ended' };

/** Each message is its length in bytes, a colon, and JSON. */
function marionette(socket: Socket): (name: string, parameters: Parameters) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  let count = 0;
  socket.on('data', (part) => {
    received = Buffer.concat([received, part]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, Math.max(0, start - 1)));
      if (start === 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.toString('utf8', start, end));
      received = received.subarray(end);
      // The first one greets.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Answer);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const [number, answer] of waiting) answer([1, number, ended, null]);
  });
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const number = ++count;
      waiting.set(number, ([, , error, result]) => {
        waiting.delete(number);
        if (error) reject(new Error(`${name}: ${error.message}`));
        else resolve(result);
      });
      const text = JSON.stringify([0, number, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`, (failure) => {
        if (failure) waiting.get(number)?.([1, number, ended, null]);
      });
    });
}
