/** Gateway and edge as a process of their own: workerd, and the Node process that configures it. */
import { type PartProcess, startPartProcess } from './part-process.ts';
import { inProject } from './root.ts';

export interface WorkersSettings {
  /** 0 takes a free one. */
  readonly port: number;
  /** A file descriptor that listens on it, and goes on doing so when the process has ended; without it workerd opens the port. */
  readonly socket?: number;
  /** Where ledgers and directory are kept; a folder in memory makes tests fast. */
  readonly stateDirectory: string;
  readonly edgeVariables: Readonly<Record<string, string>>;
  readonly gatewayVariables: Readonly<Record<string, string>>;
  /** False has no queue of usage, as a deployment may have none. */
  readonly countsUsage?: boolean;
  /** The file in which what ends is listed; null or left out: nowhere. */
  readonly sinceList?: string | null;
  /** A folder for what is gone with the process; one of its own when left out. */
  readonly temporaryDirectory?: string;
  /** What workerd leaves word of itself in, see `guarded-workerd.sh`: a file for its number, a pipe that it holds. */
  readonly traces?: { readonly pidFile: string; readonly lock: string };
}

export interface WorkersProcess extends PartProcess {
  /** Address without a trailing slash. */
  readonly base: string;
}

const readyMs = 60_000;

/**
 * Starts all Workers from the bundles in dist/ and waits until they answer.
 * @param settings waited for first: they come when the bundles are there
 * @throws Error when the port is taken or a bundle is missing
 */
export async function startWorkersProcess(
  settings: WorkersSettings | Promise<WorkersSettings>,
  onLine?: (line: string) => void,
  signal?: AbortSignal,
): Promise<WorkersProcess> {
  const message = await settings;
  signal?.throwIfAborted();
  const entry = inProject('dist/start/workers-host.js');
  const { socket } = message;
  const part = { name: 'The process of the Workers', entry, socket, message, readyMs, onLine, signal };
  const process = await startPartProcess(part);
  return { ...process, base: `http://127.0.0.1:${process.port}` };
}
