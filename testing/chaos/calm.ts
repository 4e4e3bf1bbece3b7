/** Checks after an attack: everything is given back, and calls are answered as before. */
import { setTimeout as pause } from 'node:timers/promises';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import { fittingStatuses, planCall } from './calls.ts';
import { type CallRecord, runCall } from './client.ts';
import { callFaults, type Fault } from './faults.ts';
import { askHealth } from './health.ts';
import type { ChaosKey, Operator } from './keys.ts';
import type { ChaosPicture } from './pictures.ts';

/** A polite call that takes nothing unusual. @returns what its client saw, and what is wrong with it */
export async function normalCall(
  base: string,
  id: string,
  key: ChaosKey,
  picture: ChaosPicture,
  name: OperationName = 'image-without-background',
): Promise<{ record: CallRecord; faults: readonly Fault[] }> {
  const wanted = { key, operation: operationNamed(name), picture, options: {} };
  const planned = planCall(id, wanted, { kind: 'polite' }, null, true);
  const record = await runCall(base, planned);
  return { record, faults: callFaults(record, fittingStatuses(planned, true)) };
}

/**
 * Waits until no key holds credits.
 * @returns milliseconds that it took, and the holds that are left; none when it came about in time
 */
export async function untilHoldsEnd(operator: Operator, keys: readonly ChaosKey[], waitMs: number) {
  const startedAt = Date.now();
  let holding = [...keys];
  let open = 0;
  for (;;) {
    const counts = await Promise.all(holding.map(({ id }) => operator.openHolds(id)));
    open = counts.reduce((sum, count) => sum + count, 0);
    holding = holding.filter((_, index) => counts[index] > 0);
    const ms = Date.now() - startedAt;
    if (open === 0 || ms > waitMs) return { ms, open, keys: holding };
    await pause(500);
  }
}

/** What is missing from the isolate's memory budget. */
export interface Budget {
  readonly leakedBytes: number;
  readonly expiredLeases: number;
}

/** Waits until the budget is whole, a bounded time. Null where the service does not report it. */
export async function untilBudgetIsWhole(base: string, waitMs: number): Promise<Budget | null> {
  const endsBy = Date.now() + waitMs;
  for (;;) {
    const health = await askHealth(base);
    if (health && !health.memory) return null;
    const memory = health?.memory;
    const leakedBytes = memory ? memory.total_bytes - memory.free_bytes : Number.NaN;
    const expiredLeases = memory?.expired_leases ?? 0;
    if ((leakedBytes === 0 && expiredLeases === 0) || Date.now() > endsBy) return { leakedBytes, expiredLeases };
    await pause(500);
  }
}
