/** Thousands of polite calls, mixed, a few at a time: what each part of the service holds at the end against early on. */
import { drawWanted, fittingStatuses, planCall, withCar } from '../../../testing/chaos/calls.ts';
import { runCall } from '../../../testing/chaos/client.ts';
import { callFaults } from '../../../testing/chaos/faults.ts';
import type { ChaosKey } from '../../../testing/chaos/keys.ts';
import { grownParts } from '../../../testing/chaos/memory-growth.ts';
import { memoryOfParts, type Part } from '../../../testing/chaos/parts.ts';
import { chaosPictures } from '../../../testing/chaos/pictures.ts';
import type { ChaosService } from '../../../testing/chaos/service.ts';
import { Tally } from '../../../testing/chaos/tally.ts';
import { Dice } from '../../../testing/dice.ts';

export interface SteadyPlan {
  readonly seed: string;
  readonly calls: number;
  /** Short calls before them, see `fillHeaps`. */
  readonly shortCalls: number;
  /** Calls at once: enough to keep every part at work, few enough that none is refused. */
  readonly clients: number;
  /** Networks are the shipped ones. */
  readonly real: boolean;
  /** Called after each sample. */
  readonly say: (line: string) => void;
}

export interface SteadySample {
  /** Calls that had been answered. */
  readonly calls: number;
  readonly bytes: Readonly<Record<Part | 'start', number>>;
}

const samplesInRun = 50;
/** Share of a run: the first fifth warms up, the next one is the level, the last one is compared with it. */
const fifth = 1 / 5;
const mostGrowth = 1.05;

/** @returns the samples; the tally holds answers that were not as they must be, and parts that grew */
export async function runSteady(
  { base, operator, pid }: ChaosService,
  { seed, calls, shortCalls, clients, real, say }: SteadyPlan,
): Promise<{ samples: readonly SteadySample[]; tally: Tally }> {
  const tally = new Tally();
  const pictures = (await chaosPictures()).filter(({ size }) => size !== null);
  const key = await operator.createKey('plenty');
  await fillHeaps(base, key, shortCalls, clients);
  say(`After ${shortCalls} short calls: ${inMb(memoryOfParts(pid))}`);
  const samples: SteadySample[] = [];
  let begun = 0;
  let answered = 0;
  const client = async () => {
    while (begun < calls) {
      const id = `${seed}-steady-${++begun}`;
      const dice = new Dice(id);
      // While it warms up each picture has its turn: the largest is rare, and a heap that meets it later is no leak.
      const offered = begun <= calls * fifth ? [pictures[begun % pictures.length]] : pictures;
      const wanted = withCar(drawWanted(dice, [key], offered), pictures);
      const planned = planCall(id, wanted, { kind: 'polite' }, null, dice.chance(0.1));
      const record = await runCall(base, planned);
      tally.add(record, callFaults(record, fittingStatuses(planned, real)));
      if (record.status === 503) tally.violate('answer', `${id} was refused`);
      if (++answered % Math.ceil(calls / samplesInRun) !== 0) continue;
      samples.push({ calls: answered, bytes: memoryOfParts(pid) });
      say(`${answered} of ${calls}: ${inMb(samples[samples.length - 1].bytes)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const part = Math.floor(samples.length * fifth);
  for (const text of grownParts(samples.slice(part, 2 * part), samples.slice(-part), mostGrowth)) {
    tally.violate('memory', text);
  }
  return { samples, tally };
}

/**
 * Thousands of short calls. A local workerd lets its heaps grow with every request, even of a Worker of one line, up to
 * 700 to 900 MB after 20,000 requests. Later growth is this service's.
 */
async function fillHeaps(base: string, { key }: ChaosKey, calls: number, clients: number): Promise<void> {
  let begun = 0;
  const client = async () => {
    while (begun < calls) {
      const isHealth = ++begun % 2 === 0;
      const address = `${base}${isHealth ? '/healthz' : '/available-credit'}`;
      await (await fetch(address, { headers: { 'X-API-Key': key } })).text();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

function inMb(bytes: SteadySample['bytes']): string {
  return Object.entries(bytes)
    .map(([part, held]) => `${part} ${Math.round(held / 1e6)} MB`)
    .join(', ');
}
