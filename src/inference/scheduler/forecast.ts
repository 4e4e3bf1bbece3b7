/**
 * How long a run would wait: for the runs before it in the line, the rest of those at work, and what their calls ask afterwards, where that
 * goes before it.
 */
import type { ServedModel } from '../catalogue.ts';
import type { FurtherRuns } from './further-runs.ts';
import { canFinish, type Pace } from './pace.ts';
import { goesBefore, type RunLine } from './run-line.ts';

/** A run that a child is at. */
export interface Running {
  readonly model: ServedModel;
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
  /** Whether its call has run the network before, and so has been counted. */
  readonly isFurther: boolean;
}

/** A run that is not in the line yet. */
export interface NewRun {
  readonly model: ServedModel;
  readonly caller: string;
  /** Whether its call has run the network before. */
  readonly isFurther: boolean;
}

export interface ForecastTerms {
  readonly line: RunLine;
  readonly running: ReadonlySet<Running>;
  readonly workers: number;
  readonly further: FurtherRuns;
  paceOf(model: ServedModel): Pace;
  now(): number;
}

/** The time until the first run of a call would begin, in milliseconds, if those before it take what they usually do. */
export function expectedWaitMs(terms: ForecastTerms, model: ServedModel, caller: string): number {
  const nowMs = terms.now();
  // What is begun goes before what is new, of the same network too.
  const furtherMs = (before: ServedModel) =>
    terms.further.meanMs(
      before,
      (other) => goesBefore(other, model) || (other === before && !goesBefore(model, other)),
    );
  let leftMs = 0;
  for (const { model: running, startedMs, isFurther } of terms.running) {
    leftMs += Math.max(0, (terms.paceOf(running).meanMs ?? 0) - (nowMs - startedMs));
    if (!isFurther) leftMs += furtherMs(running);
  }
  for (const job of terms.line.ahead(model, caller)) {
    if (!terms.line.isFurther(job)) leftMs += furtherMs(job.model);
  }
  const run = { model, caller, isFurther: false };
  return (leftMs + aheadMs(terms, run, ({ meanMs = 0 }) => meanMs)) / terms.workers;
}

/**
 * Whether a new run could end in time if those that wait before it took no longer than the fastest ever seen.
 * @param deadlineMs milliseconds since the epoch
 */
export function couldEndInTime(terms: ForecastTerms, run: NewRun, deadlineMs: number): boolean {
  const waitMs = aheadMs(terms, run, ({ fastestMs }) => fastestMs) / terms.workers;
  return waitMs === 0 || canFinish(terms.paceOf(run.model), deadlineMs - terms.now() - waitMs);
}

/** The time of all runs that wait and that a new one would not pass. */
function aheadMs(
  { line, paceOf }: ForecastTerms,
  { model, caller, isFurther }: NewRun,
  timeOf: (pace: Pace) => number,
): number {
  let totalMs = 0;
  for (const { model: other } of line.ahead(model, caller, isFurther)) {
    const together = other.batchWaitMs === undefined ? 1 : other.maxBatch;
    totalMs += timeOf(paceOf(other)) / together;
  }
  return totalMs;
}
