/** The inference service with tiny networks whose matte takes a stated time, as a process of its own. */
import type { InferenceProcess } from '../../src/local/inference-process.ts';
import { startPartProcess } from '../../src/local/part-process.ts';
import { inProject } from '../../src/local/root.ts';

/** @returns starts it as `startInferenceProcess` does. @param runMs of a matte, whatever the machine */
export function pacedInference(
  runMs: number,
): (environment: Readonly<Record<string, string>>) => Promise<InferenceProcess> {
  return (environment) =>
    startPartProcess({
      name: 'The paced inference service',
      entry: inProject('testing/overload/paced-inference.ts'),
      environment: { ...environment, RUN_MS: String(runMs) },
      readyMs: 120_000,
    });
}
