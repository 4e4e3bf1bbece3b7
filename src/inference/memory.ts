/** How much memory there is for this process, in a container too. */
import { totalmem } from 'node:os';

/** Bytes: the container's limit, if any; without one Node answers a number beyond any machine. */
export function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
