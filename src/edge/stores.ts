/**
 * Whether ledgers and the directory can be written. A store that can be read may be full, so one row is overwritten: in the
 * directory, and in a ledger object that is no wallet.
 */
import { storeErrors } from '../money/counts/metrics.ts';
import { pendingCounts } from '../money/counts/pending-counts.ts';
import { inTime } from '../pixels/bounds/in-time.ts';
import type { Environment } from './environment.ts';
import { isDiskFull, log } from './log.ts';

type StoreEnvironment = Pick<Environment, 'LEDGERS' | 'DIRECTORY'>;

export interface StoresState {
  readonly ledger: boolean;
  readonly directory: boolean;
}

interface Probe {
  readonly startedAtMs: number;
  isAnswered: boolean;
  /** Until the answer, the state of the probe before; null where there was none. */
  state: StoresState | null;
}

/** No wallet's name: those have a type and ten characters. */
const objectName = 'health';
const patienceMs = 2000;
const pollMs = 20;

/** The last probe of this isolate. */
const probes = new WeakMap<StoreEnvironment, Probe>();

/**
 * The state of the stores, from the last probe if that is recent enough; otherwise both are probed again, for at most two
 * seconds.
 * @param maxAgeMs of a probe
 */
export async function storesState(env: StoreEnvironment, maxAgeMs = 60_000): Promise<StoresState> {
  const last = probes.get(env);
  const known = last && (await stateOf(last, maxAgeMs));
  if (known) return known;
  const probe: Probe = { startedAtMs: Date.now(), isAnswered: false, state: last?.state ?? null };
  probes.set(env, probe);
  probe.state = await askStores(env);
  probe.isAnswered = true;
  return probe.state;
}

/** Forgets the last probe where a call met a full disk: health says so at once, by a probe of its own. */
export function noteFailure(env: StoreEnvironment, cause: unknown): void {
  if (isDiskFull(cause)) probes.delete(env);
}

/**
 * The result of a probe. A running one is waited for; until it ends, the result before it counts.
 * @returns null where the probe is too old, or where the request that began it has ended before it
 */
async function stateOf(probe: Probe, maxAgeMs: number): Promise<StoresState | null> {
  const ageMs = () => Date.now() - probe.startedAtMs;
  // A promise of another request must not be awaited, so its result is polled.
  while (!probe.isAnswered && probe.state === null && ageMs() < 2 * patienceMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return ageMs() < (probe.isAnswered ? maxAgeMs : 2 * patienceMs) ? probe.state : null;
}

async function askStores({ LEDGERS, DIRECTORY }: StoreEnvironment): Promise<StoresState> {
  const [ledger, directory] = await Promise.all([
    isWritten('ledger', async () => LEDGERS.getByName(objectName).probe()),
    isWritten('directory', async () => {
      const statement = 'INSERT OR REPLACE INTO health (id, written_at_ms) VALUES (1, ?)';
      await DIRECTORY.prepare(statement).bind(Date.now()).run();
    }),
  ]);
  return { ledger, directory };
}

/** Whether the row was written. The reason why not is logged. */
async function isWritten(store: keyof StoresState, write: () => Promise<void>): Promise<boolean> {
  const late = () => {
    throw new Error(`No answer within ${patienceMs} ms`);
  };
  try {
    await inTime(write(), { ms: patienceMs }, late);
    return true;
  } catch (cause) {
    pendingCounts.add(storeErrors, { store });
    log('error', 'store-unavailable', { store, problem: isDiskFull(cause) ? 'disk full' : 'not written', cause });
    return false;
  }
}
