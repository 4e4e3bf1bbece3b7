/** `npm run restart`: asks a running `npm start` for another service in the place of its own, and waits for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { StateLock } from './state-lock.ts';
import { isAlive, readPid } from './workerd.ts';

const pollMs = 200;

/**
 * Resolves once the new service is ready.
 * @throws Error in one line where none runs that could be restarted, or where it has ended
 */
export async function restart(stateDirectory: string): Promise<void> {
  const lock = new StateLock(stateDirectory);
  const front = readPid(lock.frontPidFile);
  const before = readPid(lock.startPidFile);
  if (front === null || before === null || !lock.isHeld()) {
    throw new Error(`No npm start that is ready, and can be restarted, uses ${stateDirectory}`);
  }
  process.kill(front, 'SIGUSR2');
  const isNew = () => {
    const service = readPid(lock.startPidFile);
    return service !== null && service !== before && readPid(lock.frontPidFile) === front;
  };
  while (!isNew()) {
    if (!isAlive(front)) throw new Error('The service has ended; the output of npm start says why');
    await pause(pollMs);
  }
}
