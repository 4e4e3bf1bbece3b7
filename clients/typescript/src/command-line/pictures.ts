/** A run of one of the commands that work on pictures. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Arguments, type Output, UsageError } from '../../../../src/command-line/program.ts';
import { Edgematte } from '../edgematte.ts';
import { isThere, runBatch } from './batch.ts';
import { connect, connectionOf } from './connection.ts';
import { askForCredit, tellCost } from './cost.ts';
import { fingerprintOf, Journal, readJournal } from './journal.ts';
import type { PictureKind } from './kinds.ts';
import type { Task } from './names.ts';
import { Pace } from './pace.ts';
import { type Plan, planOf, tasksIn } from './plan.ts';
import { Report, tellWait } from './report.ts';
import { runSingle } from './single.ts';
import { exitStatus, reasonOf, statuses } from './statuses.ts';
import { comingTasks } from './watch.ts';

/** A night's work outlives a restart of the service. */
const retryForSeconds = 600;
/** More than that is not spent without a word. */
const creditsWithoutQuestion = 50;

export interface Run {
  readonly kind: PictureKind;
  readonly given: Arguments;
  /** Of the operation, under the service's names. */
  readonly options: Readonly<Record<string, string>>;
  readonly output: Output;
}

/** Does what the command line says. @returns the exit status @throws UsageError before anything is done */
export async function runPictures({ kind, given, options, output }: Run): Promise<number> {
  const plan = planOf(kind, options, given);
  const isSingle = plan.words.length === 0 || plan.toStandardOutput;
  try {
    if (!isSingle) return await runMany(plan, given, output);
    if (plan.dryRun) {
      const pace = new Pace();
      const available = await askForCredit(given, pace, output);
      tellCost({ pictures: 1, credits: 1, available }, pace, plan.json, output);
    } else await runSingle(plan, connect(given, { onTry: (outcome) => tellWait(output, outcome) }));
    return statuses.done;
  } catch (failure) {
    if (failure instanceof UsageError) throw failure;
    output.complain(reasonOf(failure));
    return exitStatus(failure);
  }
}

async function runMany(plan: Plan, given: Arguments, output: Output): Promise<number> {
  const tasks = tasksIn(plan);
  const pace = new Pace();
  const available = await askForCredit(given, pace, output);
  const before = plan.journal === null ? null : readJournal(plan.journal);
  const credits = tasks.filter((task) => !isThere(task, plan, () => isDone(task, plan, before))).length;
  if (plan.dryRun) {
    tellCost({ pictures: tasks.length, credits, available }, pace, plan.json, output);
    return statuses.done;
  }
  if (credits > creditsWithoutQuestion && !plan.yes && !(await agreed(credits, available))) return statuses.interrupted;
  // Nothing is written before this.
  const journal = plan.journal === null ? null : await Journal.open(plan.journal);
  try {
    return await work(plan, tasks, { given, journal, pace, output });
  } finally {
    await journal?.close();
  }
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
    output.complain('\nFinishing what is in work; Ctrl-C again leaves at once');
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
        report.tellWait(task, outcome);
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

function isDone({ file }: Task, { kind, options }: Plan, journal: Pick<Journal, 'isDone'> | null): boolean {
  return journal?.isDone(file, fingerprintOf(kind.id, options, readFileSync(file))) === true;
}

/** @throws UsageError where nobody can be asked */
async function agreed(credits: number, available: number): Promise<boolean> {
  const question = `This costs ${credits} credits of ${available}`;
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`${question}: say --yes if that is meant`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${question}. Go on? [y/N] `);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
