/** How many processor cores there are for this process, in a container too. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * Processor cores this process may really use: the affinity, and under it the container's quota. More threads than
 * that make a run up to three times slower.
 * @returns at least 1
 */
export function availableCores(): number {
  const cores = availableParallelism();
  return Math.max(1, Math.min(cores, Math.floor(quotaOf(readQuota()) ?? cores)));
}

/**
 * Cores that a control group's `cpu.max` grants ("quota period", both in microseconds), undefined for no limit.
 */
export function quotaOf(text: string): number | undefined {
  const [quota, period] = text.trim().split(/\s+/).map(Number);
  return quota > 0 && period > 0 ? quota / period : undefined;
}

function readQuota(): string {
  try {
    return readFileSync('/sys/fs/cgroup/cpu.max', 'utf8');
  } catch {
    // No control groups of version 2 here: the affinity is all there is to know.
    return '';
  }
}
