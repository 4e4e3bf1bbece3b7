/** What a run would cost, in credits and in time. No picture is sent for it. */
import type { Arguments, Output } from '../../../../src/wire/command-line/program.ts';
import { connect, retryQuestionsForSeconds } from './connection.ts';
import type { Pace } from './pace.ts';
import { timeOf } from './progress.ts';
import { reportWait } from './report.ts';

/** What a run is about. */
export interface Cost {
  readonly pictures: number;
  /** One for each picture that is not done. */
  readonly credits: number;
  /** Of those pictures, the ones that were begun within a day: they may be paid already. */
  readonly begun: number;
  readonly available: number;
}

/** Pictures for which no credit is left, unless they are paid already. */
export function unpaidOf({ credits, available }: Cost): number {
  return Math.max(0, credits - available);
}

/** The line with the number of pictures that will not be paid. */
export function unpaidLine(cost: Cost): string {
  const { credits, begun, available } = cost;
  const most = begun > 0 ? 'up to ' : '';
  return `${counted(credits, 'picture')}, ${counted(available, 'credit')}: ${most}${unpaidOf(cost)} will not be paid`;
}

/** Asks for the balance, which costs nothing. The pace learns the key's rate from the answer. */
export async function askForCredit(given: Arguments, pace: Pace, output: Output): Promise<number> {
  const asking = connect(given, {
    retryForSeconds: retryQuestionsForSeconds,
    onTry(outcome) {
      if (outcome.rate) pace.learn(outcome.rate);
      reportWait(output, outcome);
    },
  });
  await pace.turn();
  return (await asking.credit()).json.credit;
}

/** Prints the cost: as text, or as one line of JSON. */
export function printCost(cost: Cost, pace: Pace, json: boolean, output: Output): void {
  output.print(json ? JSON.stringify(factsOf(cost, pace)) : textOf(cost, pace));
}

/** A line, and more where the credits are not enough, and where the rate is known and there is something to do. */
function textOf(cost: Cost, pace: Pace): string {
  const { pictures, credits, available } = cost;
  const done = `${counted(pictures, 'picture')}, ${pictures - credits} of them done`;
  const lines = [`${done}: ${counted(credits, 'credit')} of ${available}`];
  if (unpaidOf(cost) > 0) lines.push(unpaidLine(cost));
  const seconds = pace.secondsFor(credits);
  if (seconds !== null && credits > 0) {
    const rate = `The key may begin ${counted(pace.limit, 'call')} in any minute`;
    lines.push(`${rate}: ${seconds === 0 ? 'all of them at once' : `${timeOf(seconds)} at least`}`);
  }
  return lines.join('\n');
}

/** What is not known of the rate is null. */
function factsOf(cost: Cost, pace: Pace): object {
  const { pictures, credits, available } = cost;
  return {
    pictures,
    there_before: pictures - credits,
    credits,
    available,
    unpaid: unpaidOf(cost),
    rate_per_minute: Number.isFinite(pace.limit) ? pace.limit : null,
    seconds_at_least: pace.secondsFor(credits),
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
