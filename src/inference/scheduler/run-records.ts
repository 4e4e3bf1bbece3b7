/** What is known of each network's runs: how fast they are, and the counters that the protocol asks for. */
import type { ServedModel } from '../catalogue.ts';
import { type Pace, recordRun, unknownPace } from './pace.ts';
import {
  type Execution,
  emptyStatistics,
  type ModelStatistics,
  recordExecution,
  recordFailure,
  recordSuccess,
  type Success,
} from './statistics.ts';

/** What is remembered of runs, for each network. */
export class RunRecords {
  readonly #pace = new Map<string, Pace>();
  /** By the networks' names. */
  readonly statistics: ReadonlyMap<string, ModelStatistics>;

  constructor(models: readonly ServedModel[]) {
    this.statistics = new Map(models.map(({ name }) => [name, emptyStatistics()]));
  }

  paceOf({ name }: ServedModel): Pace {
    return this.#pace.get(name) ?? unknownPace;
  }

  /** Counts a run that ended well. @param execution with the milliseconds from its start to its end */
  ran(model: ServedModel, execution: Execution & { readonly tookMs: number }): void {
    this.#pace.set(model.name, recordRun(this.paceOf(model), execution.tookMs));
    const statistics = this.statistics.get(model.name);
    if (statistics) recordExecution(statistics, execution);
  }

  /** Counts a request that got its result. */
  succeeded({ name }: ServedModel, success: Success): void {
    const statistics = this.statistics.get(name);
    if (statistics) recordSuccess(statistics, success);
  }

  /** Counts a request without a result. @param totalMs from its coming to its refusal */
  failed({ name }: ServedModel, totalMs: number): void {
    const statistics = this.statistics.get(name);
    if (statistics) recordFailure(statistics, totalMs);
  }
}
