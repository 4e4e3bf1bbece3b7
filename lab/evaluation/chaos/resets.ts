/**
 * Clients that reset at random points of a complete or partial upload, one after the other, and polite ones after them:
 * nothing that the former took is missing to the latter.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { drawWanted, planCall } from '../../../testing/chaos/calls.ts';
import { normalCall, untilBudgetIsWhole, untilHoldsEnd } from '../../../testing/chaos/calm.ts';
import { runCall } from '../../../testing/chaos/client.ts';
import type { Manner } from '../../../testing/chaos/manners.ts';
import { audit } from '../../../testing/chaos/money.ts';
import { chaosPictures } from '../../../testing/chaos/pictures.ts';
import type { ChaosService } from '../../../testing/chaos/service.ts';
import { Tally } from '../../../testing/chaos/tally.ts';
import { Dice } from '../../../testing/dice.ts';

export interface ResetPlan {
  readonly seed: string;
  readonly resets: number;
  readonly politeCalls: number;
  /** From the last reset to the first polite call. */
  readonly pauseMs: number;
}

/** Resets arrive in small groups, as they do when a proxy restarts. */
const atOnce = 4;
/** A polite call for which room must be waited shows that some is missing, though it is answered in the end. */
const slowMs = 5000;
/** So many polite calls that fail prove it. */
const enough = 5;

/** @returns what was seen; its violations are empty when all is well */
export async function runResets({ base, operator }: ChaosService, plan: ResetPlan): Promise<Tally> {
  const { seed, resets, politeCalls } = plan;
  const tally = new Tally();
  const pictures = await chaosPictures();
  const large = pictures.filter(({ name }) => name === 'noise-1600.jpg');
  const key = await operator.createKey('plenty');
  for (let first = 0; first < resets; first += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, resets - first) }, async (_, index) => {
      const dice = new Dice(`${seed} reset ${first + index}`);
      const id = `${seed}-reset-${first + index}`;
      const wanted = drawWanted(dice, [key], dice.chance(0.5) ? large : pictures);
      tally.add(await runCall(base, planCall(id, wanted, drawReset(dice), null, false)), []);
    });
    await Promise.all(group);
  }
  await pause(plan.pauseMs);
  const picture = pictures[0];
  for (let number = 1; number <= politeCalls; number++) {
    const { record, faults } = await normalCall(base, `${seed}-polite-${number}`, key, picture);
    tally.add(record, faults);
    tally.normalMs.push(record.answerMs);
    if (record.ending !== 'whole' || record.status !== 200 || record.answerMs > slowMs) {
      const what = `${record.status ?? record.ending} in ${record.answerMs} ms`;
      tally.violate('recovery', `polite call ${number} was answered ${what}`);
    }
    if (tally.violations.length >= enough) break;
  }
  const { open, ms } = await untilHoldsEnd(operator, [key], 60_000);
  if (open > 0) tally.violate('holds', `${open} holds were open ${ms} ms after the last call`);
  const budget = await untilBudgetIsWhole(base, 12_000);
  tally.leakedBytes = budget?.leakedBytes ?? null;
  if (budget && budget.leakedBytes !== 0) tally.violate('budget', `${budget.leakedBytes} bytes were not given back`);
  const { balance, entries } = await operator.account(key.id);
  for (const { promised, text } of audit(tally.callsOf(key.id), entries, balance, []).faults) {
    tally.violate(promised, text);
  }
  return tally;
}

/** Within the upload, at its end, or up to 0.8 s after it, while the call waits or is worked on. */
function drawReset(dice: Dice): Manner {
  const stage = dice.pick(['upload', 'uploaded', 'waiting', 'waiting'] as const);
  const at = { share: dice.between(0, 0.98), waitMs: dice.between(0, 800), bytes: 1 };
  return { kind: 'leave', stage, how: 'reset', at };
}
