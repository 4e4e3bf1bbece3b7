/**
 * A part of the service as a process of its own, which ends with this one however that ends: it watches the channel
 * that fork opens. It says `{"event":"ready","port":…}` on standard output when it can be used, and sends
 * `{ failed: reason }` before it gives up.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { projectRoot } from './root.ts';

export interface PartProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Resolves when nothing of it is left; says how it ended. */
  readonly ended: Promise<string>;
  /** Has it finish its work, at most `graceMs`; then ends it by force. */
  stop(graceMs?: number): Promise<void>;
  /** Ends it and its children at once. */
  kill(): void;
}

export interface PartProcessSettings {
  /** How it is called in messages, for example `The inference service`. */
  readonly name: string;
  readonly entry: string;
  /** Node's own. */
  readonly flags?: readonly string[];
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A listening socket that it inherits, as file descriptor 4. */
  readonly socket?: number;
  /** Its first message. What is secret goes this way: an environment can be read by others. */
  readonly message?: object;
  /** From the start to its ready line. */
  readonly readyMs: number;
  /** Called with each line of both outputs. */
  readonly onLine?: (line: string) => void;
  /** Aborted to give up the wait; the process is ended. */
  readonly signal?: AbortSignal;
}

/** Windows has neither groups nor sessions of processes; there, children are ended with their parent by the system. */
const hasGroups = process.platform !== 'win32';
const defaultGraceMs = 5000;

/**
 * Starts a part and waits until it is ready.
 * @throws Error with the reason that the part has sent, or how it ended
 */
export function startPartProcess(settings: PartProcessSettings): Promise<PartProcess> {
  const { name, entry, flags = [], environment, socket, message, readyMs, onLine = () => {}, signal } = settings;
  const child = fork(entry, [], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    execArgv: [...flags, ...(entry.endsWith('.ts') ? ['--import', 'tsx'] : [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...(socket === undefined ? [] : [socket])],
    // A terminal's Ctrl-C reaches a whole group of processes. In one of its own the part is ended by us, in order, and
    // what it leaves behind can be found.
    detached: hasGroups,
  });
  const kill = () => killGroup(child);
  let reason = '';
  child.on('message', (words: { failed?: string }) => {
    reason = words.failed ?? '';
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (cause) => resolve(`could not be started (${cause.message})`));
    // Its children watch their own channels, but one in native code would notice late.
    child.once('exit', kill);
    child.once('close', (status, by) => {
      const why = reason && ` (${reason})`;
      resolve(by ? `was ended by ${by}` : `ended with status ${status}${why}`);
    });
  });
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => {
      reason = why;
      kill();
    };
    const timer = setTimeout(() => giveUp(`${name} was not ready within ${readyMs / 1000} seconds`), readyMs);
    if (message) child.send(message, () => {});
    const onAbort = () => giveUp(`${name} is not wanted any more`);
    signal?.addEventListener('abort', onAbort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    let ready = false;
    ended.then((how) => {
      settled();
      reject(new Error(reason || `${name} ${how}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line);
        const port = ready || stream === child.stderr ? null : readyPort(line);
        if (port === null) return;
        ready = true;
        settled();
        resolve({ port, child, ended, kill, stop: (graceMs = defaultGraceMs) => stop(child, ended, graceMs) });
      });
    }
  });
}

function readyPort(line: string): number | null {
  try {
    const { event, port } = JSON.parse(line) as { event?: unknown; port?: unknown };
    return event === 'ready' && typeof port === 'number' ? port : null;
  } catch {
    return null;
  }
}

async function stop(child: ChildProcess, ended: Promise<string>, graceMs: number): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const force = setTimeout(() => killGroup(child), graceMs);
  await ended;
  clearTimeout(force);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    // The group has the number of its first process, also when that is gone.
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
