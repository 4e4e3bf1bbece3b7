/** One round: an attack with kills, then quiet, then checks of everything that must hold. */
import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../dice.ts';
import { runAttack } from './attack.ts';
import { normalCall, untilBudgetIsWhole, untilHoldsEnd } from './calm.ts';
import { cutFault } from './faults.ts';
import { askHealth } from './health.ts';
import type { ChaosKey } from './keys.ts';
import { Killer } from './killer.ts';
import { audit } from './money.ts';
import { memoryOfParts, type Part } from './parts.ts';
import type { ChaosPicture } from './pictures.ts';
import type { ChaosService } from './service.ts';
import type { Tally } from './tally.ts';

export interface RoundPlan {
  /** What all decisions of the round are drawn from. */
  readonly words: string;
  readonly pictures: readonly ChaosPicture[];
  /** Keys that live through all rounds; others are made for each. */
  readonly lastingKeys: readonly ChaosKey[];
  readonly clients: number;
  readonly attackMs: number;
  readonly kill: readonly Part[];
  /** Whether each of them is killed once, in their order, and the attack ends with the last; else chance decides. */
  readonly inOrder: boolean;
  /** By how much bounds on time are stretched. */
  readonly patience: number;
  /** Networks are the shipped ones. */
  readonly real: boolean;
}

/** A killed part is ready within this. */
const recoveryMs = 15_000;
/** And answers a normal call within this; networks that compute something take their time. */
const normalMs = { tiny: 2000, real: 15_000 };
/** Tries of a normal call, on a machine that is at times busy with something else. */
const normalTries = 3;
/** Between them: a 503 right after a part is back asks its client to wait for a second or two. */
const normalPauseMs = 1000;

/** Runs a round and notes in the tally what it saw. @returns one line that says how it went */
export async function runRound(service: ChaosService, plan: RoundPlan, tally: Tally): Promise<string> {
  const { operator } = service;
  const kinds = ['plenty', 'plenty', 'plenty', 'poor', 'slow-rate', 'restricted'] as const;
  const keys = [...plan.lastingKeys, ...(await Promise.all(kinds.map((kind) => operator.createKey(kind))))];
  const firstCall = tally.calls.length;
  const killer = new Killer(service, plan.kill, new Dice(`${plan.words} kills`));
  const untilMs = Date.now() + plan.attackMs;
  let killing = plan.inOrder;
  const goesOn = () => (plan.inOrder ? killing : Date.now() < untilMs);
  const kills = async () => {
    if (plan.inOrder) await killer.killEach(() => tally.calls.length).finally(() => (killing = false));
    else if (plan.kill.length > 0) await killer.run(untilMs);
  };
  await Promise.all([
    runAttack({ ...plan, base: service.base, keys, goesOn, onCall: (record, faults) => tally.add(record, faults) }),
    kills(),
  ]);
  tally.kills.push(...killer.kills);
  noteCuts(tally, firstCall);
  noteKills(killer, tally, recoveryMs * plan.patience);

  const calls = tally.calls.slice(firstCall);
  const quiet = await checkAfterwards(service, plan, keys, tally);
  tally.rounds += 1;
  const wholes = calls.filter(({ ending, status }) => ending === 'whole' && status === 200).length;
  const left = calls.filter(({ ending }) => ending === 'left').length;
  return `${calls.length} calls, ${wholes} whole, ${left} left, ${killer.kills.length} kills; ${quiet}`;
}

function noteCuts(tally: Tally, firstCall: number): void {
  for (const record of tally.calls.slice(firstCall)) {
    const fault = cutFault(record, tally.kills);
    const { id, operation, picture, manner } = record;
    if (fault) tally.violate(fault.promised, `${id} (${operation}, ${picture}, ${manner}): ${fault.text}`);
  }
}

function noteKills({ kills }: Killer, tally: Tally, limitMs: number): void {
  for (const { part, how, readyMs } of kills) {
    if (readyMs !== null && readyMs <= limitMs) continue;
    tally.violate('recovery', `${part} was ${how} and ${readyMs === null ? 'not' : `ready ${readyMs} ms later`}`);
  }
}

/** The checks after an attack, in the order in which each leaves the next one undisturbed. */
async function checkAfterwards(service: ChaosService, plan: RoundPlan, keys: readonly ChaosKey[], tally: Tally) {
  const { base, operator } = service;
  const limits = (await askHealth(base))?.limits;
  const lease = limits?.leaseMs ?? 60_000;
  const holds = await untilHoldsEnd(operator, keys, Math.max(lease, limits?.uploadIdleMs ?? 0) + 60_000);
  for (const { id, kind } of holds.keys) {
    tally.violate(
      'holds',
      `Key ${id} (${kind}) holds credits ${holds.ms} ms after the last client left (${plan.words})`,
    );
  }
  const normal = await callNormally(service, plan, tally);
  const budget = await untilBudgetIsWhole(base, 60_000);
  if (budget) {
    tally.leakedBytes = Math.max(tally.leakedBytes ?? 0, budget.leakedBytes);
    if (budget.leakedBytes !== 0 || budget.expiredLeases !== 0) {
      const what = `${budget.leakedBytes} bytes and ${budget.expiredLeases} expired leases`;
      tally.violate('budget', `${what} were not given back after the attack (${plan.words})`);
    }
  }
  for (const key of keys) {
    const { balance, entries } = await operator.account(key.id);
    const { faults } = audit(tally.callsOf(key.id), entries, balance, tally.workerdKillsMs);
    for (const { promised, text } of faults) tally.violate(promised, `${key.id}: ${text}`);
  }
  tally.memory.push({ atMin: (Date.now() - tally.startedAtMs) / 60_000, bytes: memoryOfParts(service.pid) });
  const free = budget ? `${budget.leakedBytes} bytes leaked` : 'budget unknown';
  return `holds ended after ${(holds.ms / 1000).toFixed(1)} s, ${free}, normal calls ${normal}`;
}

/** A picture of each lane, and each is answered 200 in time at one of some tries. */
async function callNormally(
  service: ChaosService,
  { words, pictures, real, patience, lastingKeys }: RoundPlan,
  tally: Tally,
) {
  const limitMs = patience * (real ? normalMs.real : normalMs.tiny);
  const results: string[] = [];
  for (const name of ['small.jpg', 'tiff-lzw-predictor.tif']) {
    const picture = pictures.find((candidate) => candidate.name === name);
    if (!picture) throw new Error(`There is no picture ${name}`);
    const tries: string[] = [];
    for (let number = 1; number <= normalTries; number++) {
      const id = `${words}-normal-${name}-${number}`.replaceAll(/[^A-Za-z0-9.-]+/g, '-');
      const { record, faults } = await normalCall(service.base, id, lastingKeys[0], picture);
      tally.add(record, faults);
      tally.normalMs.push(record.answerMs);
      tries.push(`${record.status ?? record.ending} in ${record.answerMs} ms`);
      if (record.status === 200 && record.ending === 'whole' && record.answerMs <= limitMs) break;
      if (number === normalTries) tally.violate('recovery', `${words}: ${name} was answered ${tries.join(', ')}`);
      else await pause(normalPauseMs);
    }
    results.push(tries.join(', '));
  }
  return results.join('; ');
}
