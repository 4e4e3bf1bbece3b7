/** The inference service as a process of its own, as it is in a container. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inProject, projectRoot } from './root.ts';

export interface InferenceProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Stops it after its running work, at most `graceMs`; then by force. */
  stop(graceMs?: number): Promise<void>;
}

const startMs = 120_000;

/**
 * Starts the service and waits until its networks are loaded.
 * @param environment its variables: INFERENCE_PORT, INFERENCE_TOKEN, MODELS_DIR, …
 * @throws Error with the service's own last words
 */
export function startInferenceProcess(
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => {},
): Promise<InferenceProcess> {
  const child = fork(inProject('src/inference/main.ts'), [], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const lastWords: string[] = [];
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The inference service was not ready within ${startMs / 1000} seconds`));
    }, startMs);
    child.once('exit', (status) => {
      clearTimeout(timer);
      reject(new Error(lastWords.at(-1) ?? `The inference service ended with status ${status}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line);
        const port = readyPort(line);
        if (port === null) {
          if (stream === child.stderr) lastWords.push(line);
          return;
        }
        clearTimeout(timer);
        child.removeAllListeners('exit');
        resolve({ port, child, stop: (graceMs = 5000) => stop(child, graceMs) });
      });
    }
  });
}

/** Passes on what an operator should see: warnings, errors and what is no log line at all. */
export function showTroubles(line: string): void {
  if (!/"level":"info"/.test(line)) process.stderr.write(`${line}\n`);
}

function readyPort(line: string): number | null {
  try {
    const { event, port } = JSON.parse(line) as { event?: unknown; port?: unknown };
    return event === 'ready' && typeof port === 'number' ? port : null;
  } catch {
    return null;
  }
}

async function stop(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}
