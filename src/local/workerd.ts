/** How workerd is run on this machine: so that it ends with the process that started it, and can be drained. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inProject } from './root.ts';

const require = createRequire(import.meta.url);

/**
 * The variables that have miniflare run workerd through `guarded-workerd.sh`.
 * @param pidFile where its process number will be
 * @param lock a named pipe for it to hold
 * @param socket name of the socket that file descriptor 4 is to be, if it is open: see `listening-socket.ts`
 * @returns none on Windows, where the system ends children with their parent
 */
export function guardedWorkerd(pidFile: string, lock = '', socket = ''): Record<string, string> {
  if (process.platform === 'win32') return {};
  const program = process.env.MINIFLARE_WORKERD_PATH ?? workerdProgram();
  return {
    MINIFLARE_WORKERD_PATH: inProject('src/local/guarded-workerd.sh'),
    EDGEMATTE_WORKERD: program,
    EDGEMATTE_PID_FILE: pidFile,
    EDGEMATTE_LOCK: lock,
    EDGEMATTE_SOCKET: socket,
  };
}

/** The number in a file that the launcher wrote; null where there is none. */
export function readPid(file: string): number | null {
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8'));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** How often it is looked whether workerd is still there. */
const lookMs = 100;

/**
 * Resolves when a workerd has ended. miniflare tells nobody, and would start another one, which `guarded-workerd.sh` refuses: who
 * started the Workers decides what happens then.
 */
export function untilGone(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, lookMs);
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** That of miniflare's own dependency. */
function workerdProgram(): string {
  const ofMiniflare = createRequire(require.resolve('miniflare'));
  return (ofMiniflare('workerd') as { default: string }).default;
}
