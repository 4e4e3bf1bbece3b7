/** A whole run: rounds until the time is up, on tiny networks and then on the shipped ones, and a last audit of all keys. */
import type { ChaosKey } from './keys.ts';
import { growthFaults } from './memory-growth.ts';
import { type Audit, audit } from './money.ts';
import type { Part } from './parts.ts';
import { type ChaosPicture, chaosPictures } from './pictures.ts';
import { type Report, reportOf } from './report.ts';
import { runRound } from './round.ts';
import type { ChaosService } from './service.ts';
import type { Stand } from './stand.ts';
import { Tally } from './tally.ts';

export interface RunPlan {
  readonly seed: string;
  /** All of the run; 0 for one round. */
  readonly minutes: number;
  /** The last of them, on the shipped networks. */
  readonly realMinutes: number;
  readonly clients: number;
  readonly kill: readonly Part[];
  /** Whether a round kills each of them once, in their order; else chance decides. */
  readonly inOrder: boolean;
  /** By how much bounds on time are stretched: 1 where they are measured, without end where a noisy machine is only to find faults. */
  readonly patience: number;
  /** Called after each round. */
  readonly say: (line: string) => void;
}

const attackMs = 20_000;
const lastingKeys = 2;

/** Runs rounds on a service of its own. @throws Error when the service cannot be started or asked */
export async function runChaos(stand: Stand, plan: RunPlan): Promise<Report> {
  const tally = new Tally();
  const pictures = await chaosPictures();
  const keys: ChaosKey[] = [];
  let audits: readonly Audit[] = [];
  const endsAtMs = tally.startedAtMs + plan.minutes * 60_000;
  const phases = [
    { real: false, untilMs: endsAtMs - plan.realMinutes * 60_000 },
    { real: true, untilMs: endsAtMs },
  ];
  for (const { real, untilMs } of phases) {
    if (real ? plan.realMinutes === 0 : plan.realMinutes > 0 && Date.now() >= untilMs) continue;
    const service = await stand.start(real);
    try {
      if (keys.length === 0) {
        for (let made = 0; made < lastingKeys; made++) keys.push(await service.operator.createKey('plenty'));
      }
      await runPhase(service, { ...plan, real, untilMs, pictures, keys }, tally);
      audits = await auditAll(service, tally);
    } finally {
      for (const fault of await service.stop()) tally.violate('process', fault);
    }
    if (!real) for (const fault of growthFaults(tally.memory)) tally.violate('memory', fault);
  }
  return reportOf(plan, tally, audits);
}

interface Phase extends RunPlan {
  readonly real: boolean;
  readonly untilMs: number;
  readonly pictures: readonly ChaosPicture[];
  readonly keys: readonly ChaosKey[];
}

async function runPhase(service: ChaosService, phase: Phase, tally: Tally): Promise<void> {
  const { seed, clients, kill, inOrder, patience, pictures, keys, real, untilMs, say } = phase;
  do {
    const words = `${seed}.${tally.rounds + 1}`;
    const found = tally.violations.length;
    const done = await runRound(
      service,
      { words, pictures, lastingKeys: keys, clients, attackMs, kill, inOrder, patience, real },
      tally,
    ).catch((cause: unknown) => {
      throw service.ended === null ? cause : new Error(`The service ended by itself with ${service.ended}`, { cause });
    });
    const fresh = tally.violations.length - found;
    const minutes = ((Date.now() - tally.startedAtMs) / 60_000).toFixed(1);
    say(
      `${minutes} min, round ${tally.rounds}${real ? ' (real)' : ''}: ${done}${fresh > 0 ? `; ${fresh} VIOLATIONS` : ''}`,
    );
  } while (Date.now() < untilMs);
}

/** Every key once more: nothing moved after its round was over. */
async function auditAll({ operator }: ChaosService, tally: Tally): Promise<Audit[]> {
  const audits: Audit[] = [];
  for (const keyId of new Set(tally.calls.map((call) => call.keyId))) {
    const { balance, entries, openHolds } = await operator.account(keyId);
    const found = audit(tally.callsOf(keyId), entries, balance, tally.workerdKillsMs);
    for (const { promised, text } of found.faults) tally.violate(promised, `${keyId}: ${text}`);
    if (openHolds > 0) tally.violate('holds', `Key ${keyId} holds ${openHolds} credits at the end`);
    audits.push(found);
  }
  return audits;
}
