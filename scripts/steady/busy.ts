/** Other work that a machine has. */
import { Worker } from 'node:worker_threads';

/** Starts loops that never rest. They are threads: they end with this process, however it ends. */
export function keepBusy(loops: number): void {
  for (let loop = 0; loop < loops; loop += 1) new Worker('for (;;);', { eval: true });
}
