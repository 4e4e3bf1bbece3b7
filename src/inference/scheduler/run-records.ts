/** Records of each network's runs: their pace, and the counters that the protocol asks for. */
import type { ServedModel } from '../catalogue.ts';
import { type Pace, recordRun, unknownPace } from './pace.ts';
import type { RefusalReason } from './run-refusal.ts';
import {
  type Execution,
  emptyStatistics,
  type ModelStatistics,
  recordExecution,
  recordFailure,
  recordLookup,
  recordSuccess,
  type Success,
} from './statistics.ts';

/** Called for every run as it is counted, with the network's name. */
export interface RunObserver {
  /** An execution ended well. */
  ran(model: string, execution: Pick<Execution, 'batch' | 'inferNs'>): void;
  /** A request got its result. */
  succeeded(model: string, times: Pick<Success, 'queueMs' | 'totalMs'>): void;
  /** A request got none. */
  refused(model: string, reason: RefusalReason): void;
  /** It was asked whether outputs are kept for a request. */
  lookedUp(model: string, found: boolean): void;
}

/** What is remembered of runs, for each network. */
export class RunRecords {
  readonly #pace = new Map<string, Pace>();
  /** By the networks' names. */
  readonly statistics: ReadonlyMap<string, ModelStatistics>;
  readonly #observer: RunObserver | undefined;

  constructor(models: readonly ServedModel[], observer?: RunObserver) {
    this.#observer = observer;
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
    this.#observer?.ran(model.name, execution);
  }

  /** Counts a request that got its result. */
  succeeded({ name }: ServedModel, success: Success): void {
    const statistics = this.statistics.get(name);
    if (statistics) recordSuccess(statistics, success);
    this.#observer?.succeeded(name, success);
  }

  /** Counts a request whose outputs may be kept. @param found whether they were, so that the network, or its encoder, is not run */
  lookedUp({ name }: ServedModel, found: boolean): void {
    this.#observer?.lookedUp(name, found);
    const statistics = this.statistics.get(name);
    if (statistics) recordLookup(statistics, found);
  }

  /** Counts a request without a result. @param totalMs from its coming to its refusal */
  failed({ name }: ServedModel, totalMs: number, reason: RefusalReason): void {
    this.#observer?.refused(name, reason);
    const statistics = this.statistics.get(name);
    if (statistics) recordFailure(statistics, totalMs);
  }
}
