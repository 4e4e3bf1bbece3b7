/** Figures and violations of a run, gathered as it goes. */
import type { CallRecord } from './client.ts';
import type { Fault, Promised } from './faults.ts';
import type { Kill } from './killer.ts';
import type { Audit } from './money.ts';
import type { Part } from './parts.ts';

export interface Violation extends Fault {
  /** Seconds since the run began. */
  readonly atS: number;
}

export interface MemorySample {
  /** Minutes since the run began. */
  readonly atMin: number;
  readonly bytes: Readonly<Record<Part | 'start', number>>;
}

/** What a run adds to as it goes, and its report reads. */
export class Tally {
  readonly startedAtMs = Date.now();
  readonly violations: Violation[] = [];
  readonly calls: CallRecord[] = [];
  readonly kills: Kill[] = [];
  readonly memory: MemorySample[] = [];
  /** Milliseconds of the normal calls between attacks. */
  readonly normalMs: number[] = [];
  rounds = 0;
  /** Most bytes missing from the budget after a round; null while the service does not report them. */
  leakedBytes: number | null = null;
  readonly #callsOfKey = new Map<string, CallRecord[]>();

  add(record: CallRecord, faults: readonly Fault[]): void {
    this.calls.push(record);
    const known = this.#callsOfKey.get(record.keyId);
    if (known) known.push(record);
    else this.#callsOfKey.set(record.keyId, [record]);
    for (const fault of faults) {
      const { id, operation, picture, manner } = record;
      this.violate(fault.promised, `${id} (${operation}, ${picture}, ${manner}): ${fault.text}`);
    }
  }

  callsOf(keyId: string): readonly CallRecord[] {
    return this.#callsOfKey.get(keyId) ?? [];
  }

  /** Notes a violation; the same one is noted once, however often it is found. */
  violate(promised: Promised, text: string): void {
    if (this.violations.some((known) => known.text === text)) return;
    this.violations.push({ promised, atS: Math.round((Date.now() - this.startedAtMs) / 1000), text });
  }

  /** Unix milliseconds. */
  get workerdKillsMs(): readonly number[] {
    return this.kills.filter(({ part, how }) => part === 'workerd' && how === 'killed').map(({ atMs }) => atMs);
  }
}

/** The sums of some audits, without their faults. */
export function sumOf(audits: readonly Audit[]) {
  const sum = (of: (audit: Audit) => number) => audits.reduce((total, one) => total + of(one), 0);
  return {
    whole: sum(({ whole }) => whole),
    charged: sum(({ charged }) => charged),
    departedCharged: sum(({ departedCharged }) => departedCharged),
    repeats: sum(({ repeats }) => repeats),
    lapses: sum(({ lapses }) => lapses),
    inWorkAtKill: sum(({ inWorkAtKill }) => inWorkAtKill),
    inWorkAtKillCharged: sum(({ inWorkAtKillCharged }) => inWorkAtKillCharged),
  };
}
