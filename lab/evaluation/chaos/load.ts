/**
 * More polite clients than the service can serve: every answer is a success or a clear refusal in time, credits are
 * right, and afterwards a single call takes as long as before.
 */

import { drawWanted, fittingStatuses, planCall, withCar } from '../../../testing/chaos/calls.ts';
import { normalCall, untilHoldsEnd } from '../../../testing/chaos/calm.ts';
import { type CallRecord, runCall } from '../../../testing/chaos/client.ts';
import { callFaults } from '../../../testing/chaos/faults.ts';
import type { ChaosKey } from '../../../testing/chaos/keys.ts';
import { audit } from '../../../testing/chaos/money.ts';
import { type ChaosPicture, carName, chaosPictures } from '../../../testing/chaos/pictures.ts';
import type { ChaosService } from '../../../testing/chaos/service.ts';
import { Tally } from '../../../testing/chaos/tally.ts';
import { Dice } from '../../../testing/dice.ts';

export interface LoadPlan {
  readonly seed: string;
  readonly clients: number;
  readonly seconds: number;
  /** Called at each step. */
  readonly say: (line: string) => void;
}

export interface LoadFigures {
  readonly answers: Readonly<Record<string, number>>;
  /** From the last byte of an upload to the last of its answer. */
  readonly longestMs: number;
  /** Ten calls one by one, all of them together. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly charged: number;
  readonly whole: number;
  readonly tally: Tally;
}

/** 10 s of waiting, 55 s of work, and the answer itself. */
const longestMs = 70_000;
const mostSlowdown = 1.3;
const singleCalls = 10;

/**
 * Puts `clients` on the service for `seconds`, each with one call after the other.
 * @returns what was answered and how long it took; `tally` holds what broke a promise
 */
export async function runLoad({ base, operator }: ChaosService, plan: LoadPlan): Promise<LoadFigures> {
  const tally = new Tally();
  const pictures = (await chaosPictures()).filter(({ size }) => size !== null);
  const key = await operator.createKey('plenty');
  const callers = { base, key, pictures, tally };
  const singles = (when: string, calls = singleCalls) => measureSingles(callers, `${plan.seed}-${when}`, calls);
  await singles('warm-up', 2);
  const beforeMs = await singles('before');
  plan.say(`Ten calls one by one took ${beforeMs} ms`);
  const first = tally.calls.length;
  await Promise.all(Array.from({ length: plan.clients }, (_, index) => runClient(callers, plan, index)));
  const calls = tally.calls.slice(first);
  plan.say(`${calls.length} calls of ${plan.clients} clients at once: ${JSON.stringify(countStatuses(calls))}`);
  const afterMs = await singles('after');
  if (afterMs > beforeMs * mostSlowdown) {
    tally.violate('time', `Ten calls one by one took ${afterMs} ms after the load and ${beforeMs} ms before`);
  }
  await untilHoldsEnd(operator, [key], 60_000);
  const { balance, entries } = await operator.account(key.id);
  const { faults, charged, whole } = audit(tally.calls, entries, balance, []);
  for (const { promised, text } of faults) tally.violate(promised, text);
  const longest = Math.max(...calls.map(({ answerMs }) => answerMs));
  return { answers: countStatuses(calls), longestMs: longest, beforeMs, afterMs, charged, whole, tally };
}

/** What all callers have in common. */
interface Callers {
  readonly base: string;
  readonly key: ChaosKey;
  readonly pictures: readonly ChaosPicture[];
  readonly tally: Tally;
}

async function runClient(
  { base, key, pictures, tally }: Callers,
  { seed, seconds }: LoadPlan,
  index: number,
): Promise<void> {
  const dice = new Dice(`${seed} load ${index}`);
  const untilMs = Date.now() + seconds * 1000;
  for (let number = 1; Date.now() < untilMs; number++) {
    const wanted = withCar(drawWanted(dice, [key], pictures), pictures);
    const planned = planCall(`${seed}-${index}-${number}`, wanted, { kind: 'polite' }, null, dice.chance(0.1));
    const record = await runCall(base, planned);
    tally.add(record, callFaults(record, fittingStatuses(planned, false)));
    if (record.ending !== 'whole') tally.violate('answer', `${record.id} (${record.picture}) ended ${record.ending}`);
    if (record.answerMs > longestMs) tally.violate('time', `${record.id} took ${record.answerMs} ms`);
  }
}

/** Milliseconds of some calls one after the other. */
async function measureSingles({ base, key, pictures, tally }: Callers, words: string, calls: number): Promise<number> {
  const picture = pictures.find(({ name }) => name === carName) ?? pictures[0];
  const startedAt = performance.now();
  for (let number = 1; number <= calls; number++) {
    const { record, faults } = await normalCall(base, `${words}-${number}`, key, picture);
    tally.add(record, faults);
    if (record.status !== 200) tally.violate('recovery', `${record.id} was answered ${record.status ?? record.ending}`);
  }
  return Math.round(performance.now() - startedAt);
}

function countStatuses(calls: readonly CallRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, ending } of calls) {
    const what = String(status ?? ending);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}
