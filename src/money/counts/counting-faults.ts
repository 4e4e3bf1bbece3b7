/** Faults of what a Worker does behind calls. */
import { storeErrors } from './metrics.ts';
import { pendingCounts } from './pending-counts.ts';
import type { CountsEnv } from './store.ts';

/** Does the work and counts it as a fault of the directory where it fails: nothing else makes it fail. @throws what the work throws */
export async function countingFaults(env: CountsEnv, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    pendingCounts.add(storeErrors, { store: 'directory' });
    throw cause;
  } finally {
    await pendingCounts.flush(env);
  }
}
