/** Many clients at once, each of them one call after the other for as long as the attack goes on. */

import { Dice } from '../dice.ts';
import { drawWanted, fittingStatuses, type PlannedCall, planCall, type Wanted } from './calls.ts';
import { type CallRecord, runCall } from './client.ts';
import { callFaults, type Fault } from './faults.ts';
import type { ChaosKey } from './keys.ts';
import { drawManner, type Manner } from './manners.ts';
import { type ChaosPicture, streamedPictures } from './pictures.ts';

export interface Attack {
  readonly base: string;
  /** What the round's decisions are drawn from. */
  readonly words: string;
  readonly keys: readonly ChaosKey[];
  readonly pictures: readonly ChaosPicture[];
  readonly clients: number;
  /** Networks are the shipped ones. */
  readonly real: boolean;
  /** Whether further calls are begun. */
  readonly goesOn: () => boolean;
  /** Called after each call, with its faults. */
  readonly onCall: (record: CallRecord, faults: readonly Fault[]) => void;
}

/** Every so-manieth client reads large answers slowly, so that there is always one to be cut when something dies. */
const everyReader = 5;

function slowReader(dice: Dice): Manner {
  return { kind: 'slow', uploadPieces: 1, uploadPauseMs: 0, readPauseMs: dice.between(10, 60) };
}

/** Done once every client has gone. */
export async function runAttack(attack: Attack): Promise<void> {
  await Promise.all(Array.from({ length: attack.clients }, (_, index) => runClient(attack, index)));
}

async function runClient(attack: Attack, index: number): Promise<void> {
  const dice = new Dice(`${attack.words} client ${index}`);
  const isReader = index % everyReader === 0;
  const pictures = isReader ? attack.pictures.filter(({ name }) => streamedPictures.includes(name)) : attack.pictures;
  for (let number = 1; attack.goesOn(); number++) {
    await pause(dice.between(0, 200));
    const id = `${attack.words}-${index}-${number}`.replaceAll(/[^A-Za-z0-9.-]+/g, '-');
    const wanted = drawWanted(dice, attack.keys, pictures);
    if (isReader) await run(attack, planCall(id, wanted, slowReader(dice), null, dice.chance(0.1)));
    else if (dice.chance(0.15)) await runPurchase(attack, dice, id, wanted);
    else await run(attack, planCall(id, wanted, drawManner(dice), null, dice.chance(0.1)));
  }
}

/** A call under an Idempotency-Key and its repeats: some while it is in work, some for something else. */
async function runPurchase(attack: Attack, dice: Dice, id: string, wanted: Wanted): Promise<void> {
  const repeats = dice.whole(1, 5);
  const pending = [run(attack, planCall(id, wanted, drawManner(dice), id, false))];
  for (let repeat = 1; repeat <= repeats; repeat++) {
    if (dice.chance(0.6)) await Promise.all(pending);
    else await pause(dice.between(0, 300));
    const other = dice.chance(0.1) ? { ...drawWanted(dice, [wanted.key], attack.pictures) } : wanted;
    const manner = dice.chance(0.5) ? drawManner(dice) : ({ kind: 'polite' } as const);
    pending.push(run(attack, planCall(`${id}.${repeat}`, other, manner, id, false)));
  }
  await Promise.all(pending);
}

async function run(attack: Attack, planned: PlannedCall): Promise<void> {
  const record = await runCall(attack.base, planned);
  attack.onCall(record, callFaults(record, fittingStatuses(planned, attack.real)));
  // While nobody listens, clients do not spin.
  if (record.ending === 'unanswered') await pause(250);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
