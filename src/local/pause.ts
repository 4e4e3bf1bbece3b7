/** A running process held still for a moment: what it has on disk is then that of one instant. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Whatever becomes of who stopped it, it goes on after this time. */
const longestS = 10;
const pollMs = 5;
/** A thread stops once what it has asked the disk for is done. */
const patienceMs = 2000;

/**
 * Stops a process, works, and lets it go on. Those who have asked it for something wait meanwhile.
 * @param work at once, and short
 * @returns how long it stood still
 * @throws Error where it cannot be stopped, or stood still for too long to be sure of the work; what `work` throws
 */
export async function whileStopped(pid: number, work: () => void): Promise<number> {
  // Should this process be killed meanwhile, something else has to let it go on.
  const goOn = spawn('sh', ['-c', 'sleep "$1"; kill -CONT "$2"', 'sh', String(longestS), String(pid)], {
    detached: true,
    stdio: 'ignore',
  });
  await new Promise((resolve, reject) => {
    goOn.once('spawn', resolve);
    goOn.once('error', reject);
  });
  const beganMs = performance.now();
  try {
    if (!signal(pid, 'SIGSTOP')) throw new Error(`Process ${pid} has ended; try again`);
    await untilStopped(pid);
    work();
    if (!isStopped(pid)) throw new Error(`Process ${pid} went on before all was read; try again`);
    return performance.now() - beganMs;
  } finally {
    signal(pid, 'SIGCONT');
    if (goOn.pid !== undefined) process.kill(-goOn.pid, 'SIGKILL');
  }
}

/** @returns whether there is such a process */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw cause;
  }
}

async function untilStopped(pid: number): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while (!isStopped(pid)) {
    if (performance.now() > untilMs) throw new Error(`Process ${pid} could not be stopped for a moment; try again`);
    await wait(pollMs);
  }
}

/** Whether each of its threads is. */
function isStopped(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return /^T/.test(spawnSync('ps', ['-o', 'state=', '-p', String(pid)]).stdout.toString());
  return readdirSync(threads).every((thread) => {
    // The name before it, in brackets, may hold anything.
    const [state] = readFileSync(`${threads}/${thread}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return state === 'T';
  });
}
