/** The inference service as a process of its own, from its bundle, as it is in a container. */
import { type PartProcess, startPartProcess } from './part-process.ts';
import { inProject } from './root.ts';

export type InferenceProcess = PartProcess;

const readyMs = 120_000;

/**
 * Tensors of megabytes come and go beside a heap of V8 that is small. By its own rule it would collect several times a call, with
 * threads that such a heap does not occupy: half of the service's processor time. The container has the same.
 */
const fewCollections = ['--initial-old-space-size=64', '--single-threaded-gc'];

/**
 * Starts the service from dist/inference and waits until its networks are loaded.
 * @param environment its variables: INFERENCE_PORT, INFERENCE_TOKEN, MODELS_DIR, …
 * @throws Error with the service's own reason
 */
export function startInferenceProcess(
  environment: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
  signal?: AbortSignal,
): Promise<InferenceProcess> {
  const entry = inProject('dist/inference/main.js');
  const flags = fewCollections;
  return startPartProcess({ name: 'The inference service', entry, flags, environment, readyMs, onLine, signal });
}

/** Passes on what an operator should see: warnings, errors and lines that are no log entries. */
export function showTroubles(line: string): void {
  if (!/"level":"info"/.test(line)) process.stderr.write(`${line}\n`);
}
