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
}

export interface ForecastTerms {
  readonly line: RunLine;
  readonly running: ReadonlySet<Running>;
  readonly workers: number;
  readonly further: FurtherRuns;
  paceOf(model: ServedModel): Pace;
  now(): number;
}

/** The time until a new run of a model and caller would begin, in milliseconds, if those before it take what they usually do. */
export function expectedWaitMs(terms: ForecastTerms, model: ServedModel, caller: string): number {
  const nowMs = terms.now();
  const furtherMs = (before: ServedModel) => terms.further.meanMs(before, (other) => goesBefore(other, model));
  let leftMs = 0;
  for (const { model: running, startedMs } of terms.running) {
    leftMs += Math.max(0, (terms.paceOf(running).meanMs ?? 0) - (nowMs - startedMs)) + furtherMs(running);
  }
  for (const { model: before } of terms.line.ahead(model, caller)) leftMs += furtherMs(before);
  return (leftMs + aheadMs(terms, model, caller, ({ meanMs = 0 }) => meanMs)) / terms.workers;
}

/**
 * Whether a new run could end in time if those that wait before it took no longer than the fastest ever seen.
 * @param deadlineMs milliseconds since the epoch
 */
export function couldEndInTime(terms: ForecastTerms, model: ServedModel, caller: string, deadlineMs: number): boolean {
  const waitMs = aheadMs(terms, model, caller, ({ fastestMs }) => fastestMs) / terms.workers;
  return waitMs === 0 || canFinish(terms.paceOf(model), deadlineMs - terms.now() - waitMs);
}

/** The time of all runs that wait and that a new one of this model and caller would not pass. */
function aheadMs(
  { line, paceOf }: ForecastTerms,
  model: ServedModel,
  caller: string,
  timeOf: (pace: Pace) => number,
): number {
  let totalMs = 0;
  for (const { model: other } of line.ahead(model, caller)) {
    const together = other.batchWaitMs === undefined ? 1 : other.maxBatch;
    totalMs += timeOf(paceOf(other)) / together;
  }
  return totalMs;
}
