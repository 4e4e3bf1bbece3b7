/** `npm run restart`: asks a running `npm start` to start anew, and waits until it has. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, StateLock } from './state-lock.ts';

const pollMs = 200;
/** The answers in work have 30 s, and the start is tried three times. */
const longestMs = 300_000;

/**
 * Resolves once the service that takes the place is ready.
 * @param limitMs how long that is waited for
 * @throws Error in one line where none runs that could be restarted, where it has ended, or is not ready by then
 */
export async function restart(stateDirectory: string, limitMs = longestMs): Promise<void> {
  const lock = new StateLock(stateDirectory);
  const ready = () => (existsSync(lock.readyFile) ? readFileSync(lock.readyFile, 'utf8') : '');
  const before = ready();
  const pid = Number.parseInt(before, 10);
  if (!(pid > 0 && lock.isHeld && isAlive(pid))) {
    throw new Error(`No npm start that is ready, and can be restarted, uses ${stateDirectory}`);
  }
  const untilMs = Date.now() + limitMs;
  process.kill(pid, 'SIGUSR2');
  for (let now = before; now === '' || now === before; now = ready()) {
    if (!isAlive(pid)) throw new Error('The service has ended; the output of npm start says why');
    if (Date.now() > untilMs) {
      throw new Error(`Not ready again after ${limitMs / 1000} s; the output of npm start says what it does`);
    }
    await pause(pollMs);
  }
}
