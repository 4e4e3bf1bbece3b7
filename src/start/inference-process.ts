/** The inference service as a process of its own, from its bundle, as it is in a container. */
import { type PartProcess, startPartProcess } from './part-process.ts';
import { inProject } from './root.ts';

export type InferenceProcess = PartProcess;

const readyMs = 120_000;

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
  return startPartProcess({ name: 'The inference service', entry, environment, readyMs, onLine, signal });
}

/** Passes on what an operator should see: warnings, errors and lines that are no log entries. */
export function showTroubles(line: string): void {
  if (!/"level":"info"/.test(line)) process.stderr.write(`${line}\n`);
}
