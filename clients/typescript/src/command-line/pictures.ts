/** A run of one of the commands that work on pictures. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Arguments, type Output, UsageError } from '../../../../src/wire/command-line/program.ts';
import { Edgematte } from '../edgematte.ts';
import { isThere, runBatch } from './batch.ts';
import { connect, connectionOf } from './connection.ts';
import { askForCredit, type Cost, printCost, unpaidLine, unpaidOf } from './cost.ts';
import { fingerprintsOf, Journal, type Known, type ReadJournal, readJournal } from './journal.ts';
import type { ChosenOptions, PictureKind } from './kinds.ts';
import { allTargets, type Task } from './names.ts';
import { Pace } from './pace.ts';
import { type Plan, planOf, tasksIn } from './plan.ts';
import { optionsFor } from './points.ts';
import { Report, reportWait } from './report.ts';
import { runSingle } from './single.ts';
import { exitStatus, reasonOf, statuses } from './statuses.ts';
import { comingTasks } from './watch.ts';
import { tryWriting } from './write.ts';

/** A night's work outlives a restart of the service. */
const retryForSeconds = 600;
/** More than that is not spent without a word. */
const creditsWithoutQuestion = 50;

export interface Run {
  readonly kind: PictureKind;
  readonly given: Arguments;
  /** Of the operation. */
  readonly options: ChosenOptions;
  readonly output: Output;
}

/** Runs a command line. @returns the exit status @throws UsageError before anything is done */
export async function runPictures({ kind, given, options, output }: Run): Promise<number> {
  const plan = planOf(kind, options, given);
  const { isSingle } = plan;
  try {
    return isSingle ? await runOne(plan, given, output) : await runMany(plan, given, output);
  } catch (failure) {
    if (failure instanceof UsageError) throw failure;
    output.complain(reasonOf(failure));
    return exitStatus(failure);
  }
}

async function runOne(plan: Plan, given: Arguments, output: Output): Promise<number> {
  if (plan.dryRun || plan.requiresCredits) {
    const pace = new Pace();
    const available = await askForCredit(given, pace, output);
    const begun = plan.idempotencyKey === null ? 0 : 1;
    const status = statusOfCost({ pictures: 1, credits: 1, begun, available }, plan, pace, output);
    if (status !== null) return status;
  }
  await runSingle(plan, connect(given, { onTry: (outcome) => reportWait(output, outcome) }));
  return statuses.done;
}

async function runMany(plan: Plan, given: Arguments, output: Output): Promise<number> {
  const tasks = tasksIn(plan);
  for (const task of tasks) optionsFor(task, plan.options);
  const pace = new Pace();
  const available = await askForCredit(given, pace, output);
  const { due, begun } = dueOf(tasks, plan);
  const status = statusOfCost({ pictures: tasks.length, credits: due.length, begun, available }, plan, pace, output);
  if (status !== null) return status;
  const isMuch = due.length > creditsWithoutQuestion;
  if (isMuch && !plan.yes && !(await agreed(due.length, available))) return statuses.interrupted;
  // Nothing is written before this, and nothing paid before it is known that the results can be kept.
  await tryWriting(due.flatMap(allTargets));
  const journal = plan.journal === null ? null : await Journal.open(plan.journal);
  try {
    return await work(plan, tasks, { given, journal, pace, output });
  } finally {
    await journal?.close();
  }
}

/** Reports the cost where needed. @returns the exit status where nothing is to be begun */
function statusOfCost(cost: Cost, plan: Plan, pace: Pace, output: Output): number | null {
  const unpaid = unpaidOf(cost);
  if (plan.dryRun) printCost(cost, pace, plan.json, output);
  else if (unpaid > 0) output.complain(unpaidLine(cost));
  if (unpaid > 0 && plan.requiresCredits) return statuses.unpaid;
  return plan.dryRun ? statuses.done : null;
}

interface Around {
  readonly given: Arguments;
  readonly journal: Journal | null;
  readonly pace: Pace;
  readonly output: Output;
}

async function work(plan: Plan, tasks: readonly Task[], { given, output, journal, pace }: Around): Promise<number> {
  const connection = connectionOf(given);
  const stop = new AbortController();
  const report = new Report(output, plan.json, tasks.length);
  let interrupted = false;
  const interrupt = () => {
    if (interrupted) process.exit(statuses.interrupted);
    interrupted = true;
    stop.abort();
    output.complain('\nFinishing calls in progress; Ctrl-C again stops at once');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  async function* all() {
    yield* tasks;
    if (!plan.watches) return;
    for await (const task of comingTasks(() => tasksIn(plan), tasks, stop.signal)) {
      report.expectMore(1);
      yield task;
    }
  }
  const edgematteFor = (task: Task) =>
    new Edgematte({
      ...connection,
      retryForSeconds,
      onTry(outcome) {
        if (outcome.rate) pace.learn(outcome.rate);
        report.reportWait(task, outcome);
      },
    });
  try {
    await runBatch(all(), { plan, edgematteFor, journal, pace, stop, onOutcome: (outcome) => report.add(outcome) });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
  // A watch ends by Ctrl-C and in no other way.
  return report.end(interrupted && !plan.watches);
}

/** The tasks that need a call, and how many of them may be paid already. */
function dueOf(tasks: readonly Task[], plan: Plan): { readonly due: readonly Task[]; readonly begun: number } {
  const journal = plan.journal === null ? null : readJournal(plan.journal);
  const due: Task[] = [];
  let begun = 0;
  for (const task of tasks) {
    const known = knownOf(task, plan, journal);
    if (isThere(task, plan, () => known.isDone)) continue;
    due.push(task);
    if (known.keepsName && !plan.again) begun++;
  }
  return { due, begun };
}

function knownOf(task: Task, { kind, options, idempotencyKey }: Plan, journal: ReadJournal | null): Known {
  const nothing = { isDone: false, keepsName: idempotencyKey !== null };
  try {
    const { texts } = optionsFor(task, options);
    return journal?.about(task.file, () => fingerprintsOf(kind.id, texts, readFileSync(task.file))) ?? nothing;
  } catch {
    // A picture that cannot be read is reported when its turn comes.
    return nothing;
  }
}

/** @throws UsageError where nobody can be asked */
async function agreed(credits: number, available: number): Promise<boolean> {
  const question = `This costs ${credits} credits of ${available}`;
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`${question}: confirm with --yes`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${question}. Go on? [y/N] `);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
