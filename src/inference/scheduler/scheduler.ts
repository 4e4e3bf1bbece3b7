/** Which request is run when: a bounded line of jobs in front of a few children that have all networks loaded. */
import { WaitingLine } from '../../bounds/waiting-line.ts';
import type { NetworkFault } from '../../pipeline/networks.ts';
import type { WireTensor } from '../../protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import { type Child, ChildFault, type StartChild } from './child.ts';
import { createJob, type Job, type RunRequest } from './job.ts';
import { canFinish, killAfterMs, retryAfterSeconds } from './pace.ts';
import { type RunObserver, RunRecords } from './run-records.ts';
import { lineRefusals, type RefusalReason, RunRefusal } from './run-refusal.ts';
import type { ModelStatistics } from './statistics.ts';

export interface SchedulerSettings {
  readonly models: readonly ServedModel[];
  readonly workers: number;
  /** Jobs that may wait beyond those that run. */
  readonly queue: number;
  readonly runTimeoutMs: number;
  readonly startChild: StartChild;
  /** Told of runs beside the statistics. */
  readonly observer?: RunObserver;
  readonly now: () => number;
}

/** A place in the line that is kept while a body is still on its way. */
export interface Reservation {
  /**
   * Waits for a child and runs the network once. May be called once.
   * @throws NetworkFault: `unavailable` at the deadline, on the caller's abort and where the child ended, `failed`
   * where the runtime refused the run
   */
  run(request: RunRequest): Promise<readonly WireTensor[]>;
  /** Gives the place up. Does nothing after `run` or twice. */
  leave(): void;
}

/** Jobs in a bounded line, in front of children that each run one at a time. */
export class Scheduler {
  readonly #settings: SchedulerSettings;
  readonly #line = new WaitingLine<Job>();
  readonly #children: readonly Child[];
  readonly #records: RunRecords;
  readonly #whenReady: Promise<void>;
  /** Places given out whose jobs are not in the line yet. */
  #reserved = 0;
  #running = 0;
  #closed = false;

  constructor(settings: SchedulerSettings) {
    this.#settings = settings;
    const { models, workers, startChild, observer } = settings;
    this.#records = new RunRecords(models, observer);
    let settleReady: { resolve(): void; reject(fault: Error): void } | undefined;
    this.#whenReady = new Promise((resolve, reject) => {
      settleReady = { resolve, reject };
    });
    this.#whenReady.catch(() => {});
    const events = {
      onIdle: () => {
        settleReady?.resolve();
        this.#dispatch();
      },
      onLoadFailed: (reason: string) => settleReady?.reject(new Error(reason)),
    };
    this.#children = Array.from({ length: workers }, (_, index) => startChild(index, events));
  }

  /** At least one child has the networks loaded, and none is being ended. */
  get ready(): boolean {
    return !this.#closed && this.#children.some(({ loaded }) => loaded);
  }

  /** Runs that wait, those included whose body is on its way. */
  get waiting(): number {
    return this.#reserved + this.#line.length;
  }

  /** Runs that a child is at. */
  get running(): number {
    return this.#running;
  }

  /** Counters by the networks' names. */
  get statistics(): ReadonlyMap<string, ModelStatistics> {
    return this.#records.statistics;
  }

  /** Resolves once a child has loaded the networks. @throws Error with the reason where one could not before that */
  whenReady(): Promise<void> {
    return this.#whenReady;
  }

  /**
   * Reserves a place in the line.
   * @throws NetworkFault of kind `unavailable` where the line is full or the service is ending
   */
  enter(model: ServedModel): Reservation {
    if (this.#closed) throw new RunRefusal('ending', 'unavailable', lineRefusals.ending, { retryAfterSeconds: 5 });
    const idle = this.#children.filter((child) => child.idle).length;
    if (this.#reserved + this.#line.length >= this.#settings.queue + idle) {
      this.#records.failed(model, 0, 'full');
      throw this.#unavailable(model, 'full');
    }
    this.#reserved += 1;
    let held = true;
    const leave = (): void => {
      if (held) this.#reserved -= 1;
      held = false;
    };
    return {
      leave,
      run: (request) => {
        if (!held) throw new Error('A place in the line was used twice');
        leave();
        return this.#run(model, request);
      },
    };
  }

  /** Takes no new work and ends all children. Running and waiting jobs are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let job = this.#line.take(); job; job = this.#line.take()) {
      job.settle(this.#unavailable(job.model, 'ending'));
    }
    await Promise.all(this.#children.map((child) => child.close()));
  }

  #run(model: ServedModel, request: RunRequest): Promise<readonly WireTensor[]> {
    const { now } = this.#settings;
    const job = createJob(model, request, now(), {
      onImpatience: (impatient, reason) => {
        this.#line.remove(impatient);
        impatient.settle(this.#unavailable(model, reason));
      },
      onFailure: ({ enteredMs }, fault) => {
        const reason = fault instanceof RunRefusal ? fault.reason : 'run-failed';
        this.#records.failed(model, now() - enteredMs, reason);
      },
    });
    if (job.settled) return job.result;
    // Said at once and not at the deadline: the caller can go elsewhere, and the line stays short.
    const workAheadMs = this.#workAheadMs();
    if (workAheadMs > 0 && !canFinish(this.#records.paceOf(model), job.deadlineMs - now() - workAheadMs)) {
      job.settle(this.#unavailable(model, 'too-much-ahead'));
    } else {
      this.#line.add(job);
      this.#dispatch();
    }
    return job.result;
  }

  /** The least time in which the jobs in the line can be run. */
  #workAheadMs(): number {
    let totalMs = 0;
    for (const { model } of this.#line) totalMs += this.#records.paceOf(model).fastestMs;
    return totalMs / this.#settings.workers;
  }

  #dispatch(): void {
    const { now } = this.#settings;
    for (const child of this.#children) {
      while (child.idle) {
        const job = this.#line.take();
        if (!job) return;
        const remainingMs = job.deadlineMs - now();
        if (canFinish(this.#records.paceOf(job.model), remainingMs)) {
          this.#start(child, job);
          continue;
        }
        // Its own timer may be late where this process was held up.
        job.settle(this.#unavailable(job.model, remainingMs <= 0 ? 'late' : 'nearly-late'));
      }
    }
  }

  #start(child: Child, job: Job): void {
    const { now, runTimeoutMs } = this.#settings;
    const { model, inputs, outputs, deadlineMs } = job;
    const startedMs = now();
    const allowedMs = killAfterMs(this.#records.paceOf(model), deadlineMs - startedMs, runTimeoutMs);
    this.#running += 1;
    child
      .run({ model: model.name, inputs, outputs, killAfterMs: allowedMs })
      .finally(() => {
        this.#running -= 1;
      })
      .then(
        (done) => {
          const endedMs = now();
          this.#records.succeeded(model, {
            endedMs,
            batch: inputs[0]?.shape[0] ?? 1,
            totalMs: endedMs - job.enteredMs,
            queueMs: startedMs - job.enteredMs,
            inferNs: done.inferNs,
          });
          job.settle(done.outputs);
        },
        (fault: unknown) => job.settle(this.#faultOf(model, fault)),
      );
  }

  #faultOf(model: ServedModel, fault: unknown): NetworkFault {
    const message = fault instanceof Error ? fault.message : String(fault);
    // A child that ended is not tried again with the same job: the job may be what ended it.
    if (fault instanceof ChildFault && fault.kind !== 'run-failed') return this.#tryLater(model, fault.kind, message);
    const text = `The network ${model.name} could not be run: ${message}`;
    return new RunRefusal('run-failed', 'failed', text, { cause: fault });
  }

  #unavailable(model: ServedModel, reason: keyof typeof lineRefusals): NetworkFault {
    return this.#tryLater(model, reason, lineRefusals[reason]);
  }

  #tryLater(model: ServedModel, reason: RefusalReason, message: string): NetworkFault {
    const ahead = this.#line.length + this.#running;
    const retryAfter = retryAfterSeconds(this.#records.paceOf(model), ahead, this.#settings.workers);
    return new RunRefusal(reason, 'unavailable', message, { retryAfterSeconds: retryAfter });
  }
}
