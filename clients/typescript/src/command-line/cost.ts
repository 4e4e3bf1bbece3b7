/** What a run would cost, in credits and in time. No picture is sent for it. */
import type { Arguments, Output } from '../../../../src/command-line/program.ts';
import { connect, retryQuestionsForSeconds } from './connection.ts';
import type { Pace } from './pace.ts';
import { timeOf } from './progress.ts';
import { tellWait } from './report.ts';

/** What a run is about. */
export interface Cost {
  readonly pictures: number;
  /** One for each picture that is not done. */
  readonly credits: number;
  readonly available: number;
}

/** Asks for the balance, which costs nothing. The pace learns the key's rate from the answer. */
export async function askForCredit(given: Arguments, pace: Pace, output: Output): Promise<number> {
  const asking = connect(given, {
    retryForSeconds: retryQuestionsForSeconds,
    onTry(outcome) {
      if (outcome.rate) pace.learn(outcome.rate);
      tellWait(output, outcome);
    },
  });
  await pace.turn();
  return (await asking.credit()).json.credit;
}

/** Says the cost: in words, or as one line of JSON. */
export function tellCost(cost: Cost, pace: Pace, json: boolean, output: Output): void {
  output.print(json ? JSON.stringify(factsOf(cost, pace)) : wordsOf(cost, pace));
}

/** Two lines where the rate is known and there is something to do. */
function wordsOf({ pictures, credits, available }: Cost, pace: Pace): string {
  const done = `${counted(pictures, 'picture')}, ${pictures - credits} of them done`;
  const words = `${done}: ${counted(credits, 'credit')} of ${available}`;
  const seconds = pace.secondsFor(credits);
  if (seconds === null || credits === 0) return words;
  const rate = `The key may begin ${counted(pace.limit, 'call')} in any minute`;
  return `${words}\n${rate}: ${seconds === 0 ? 'all of them at once' : `${timeOf(seconds)} at least`}`;
}

/** What is not known of the rate is null. */
function factsOf({ pictures, credits, available }: Cost, pace: Pace): object {
  return {
    pictures,
    there_before: pictures - credits,
    credits,
    available,
    rate_per_minute: Number.isFinite(pace.limit) ? pace.limit : null,
    seconds_at_least: pace.secondsFor(credits),
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
