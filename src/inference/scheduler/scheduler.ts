/** When requests are run: a bounded line of jobs before children. */
import type { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { LineLoad } from '../../wire/protocol/line-load.ts';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import { KeptOutputs } from '../kept/kept-outputs.ts';
import type { RunRequest } from '../run-request.ts';
import type { CallOfRun } from '../runtime/session.ts';
import { joinSamples, samplesOf, splitSamples } from './batch.ts';
import type { RunDone } from './channel.ts';
import { type Child, ChildFault, type StartChild } from './child.ts';
import { couldEndInTime, expectedWaitMs, type ForecastTerms, type Running } from './forecast.ts';
import { FurtherRuns } from './further-runs.ts';
import { createJob, type Job } from './job.ts';
import { canFinish, killAfterMs, retryAfterSeconds } from './pace.ts';
import { RunLine } from './run-line.ts';
import { type RunObserver, RunRecords } from './run-records.ts';
import { lineRefusals, type RefusalReason, RunRefusal } from './run-refusal.ts';
import type { ModelStatistics } from './statistics.ts';

export interface SchedulerSettings {
  readonly models: readonly ServedModel[];
  readonly workers: number;
  /** Jobs of one model that may wait beyond those that run. */
  readonly queue: number;
  readonly runTimeoutMs: number;
  /** Most bytes of outputs that are kept for further calls; 0, the default, keeps none. */
  readonly keptBytes?: number;
  readonly startChild: StartChild;
  /** Called for each run, beside the statistics. */
  readonly observer?: RunObserver;
  readonly now: () => number;
}

/** A caller of whom nothing waits: no name is like it. */
const newcomer = ' ';

/** A place in the line that is kept while a body is still on its way. */
export interface Reservation {
  /**
   * Waits for a child and runs the network once, unless its outputs are kept for the caller. May be called once.
   * @throws NetworkFault: `unavailable` at the deadline, on the caller's abort and where the child ended, `failed`
   * where the runtime refused the run
   */
  run(request: RunRequest): Promise<readonly WireTensor[]>;
  /** Gives the place up. Does nothing after `run` or twice. */
  leave(): void;
}

/** Jobs in a bounded line, in front of children that each run one batch at a time. */
export class Scheduler {
  readonly #settings: SchedulerSettings;
  readonly #line = new RunLine();
  readonly #children: readonly Child[];
  readonly #records: RunRecords;
  readonly #kept: KeptOutputs;
  readonly #whenReady: Promise<void>;
  /** Places given out whose jobs are not in the line yet, by their models. */
  readonly #reserved = new Map<ServedModel, number>();
  readonly #running = new Set<Running>();
  readonly #further = new FurtherRuns();
  readonly #forecast: ForecastTerms;
  /** Set while batches gather. */
  #wake: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: SchedulerSettings) {
    this.#settings = settings;
    const { models, workers, startChild, observer, keptBytes = 0 } = settings;
    this.#records = new RunRecords(models, observer);
    this.#kept = new KeptOutputs(keptBytes, (model, found) => this.#records.lookedUp(model, found));
    this.#forecast = {
      line: this.#line,
      running: this.#running,
      workers,
      further: this.#further,
      now: settings.now,
      paceOf: (model) => this.#records.paceOf(model),
    };
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
    const reserved = [...this.#reserved.values()].reduce((sum, count) => sum + count, 0);
    return reserved + [...this.#line].length;
  }

  /** Runs that a child is at. */
  get running(): number {
    return this.#running.size;
  }

  /** Bytes of outputs that are kept for further calls. */
  get keptBytes(): number {
    return this.#kept.bytes;
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
   * How full the line is for one more run of a model. The time of the run is that of its call: what calls asked afterwards counts.
   * @param caller whose answer says so. Others believe it too, so with a name it is said for one of whom nothing waits
   */
  loadOf(model: ServedModel, caller = ''): LineLoad {
    const { meanMs } = this.#records.paceOf(model);
    const isFree = this.#children.some(({ idle }) => idle);
    const waitMs = isFree ? 0 : expectedWaitMs(this.#forecast, model, caller === '' ? caller : newcomer);
    return { waitMs, runMs: meanMs === undefined ? null : meanMs + this.#further.meanMs(model, () => true) };
  }

  /**
   * Reserves a place in the line, if need be that of a caller that has too many.
   * @param deadlineMs deadline of the caller, milliseconds since the epoch
   * @param caller whose run it is; callers without a name share the empty one
   * @param call that it is part of: `RunRequest` says what
   * @throws NetworkFault of kind `unavailable` where the line is full, the work ahead does not allow for the deadline, or
   * the service is ending
   */
  enter(model: ServedModel, deadlineMs: number, caller = '', call?: string): Reservation {
    if (this.#closed) throw new RunRefusal('ending', 'unavailable', lineRefusals.ending, { retryAfterSeconds: 5 });
    const idle = this.#children.filter((child) => child.idle).length;
    const reserved = this.#reserved.get(model) ?? 0;
    const isFurther = this.#isFurther(model, caller, call);
    const couldEnd = couldEndInTime(this.#forecast, { model, caller, isFurther }, deadlineMs);
    const weight = this.#weightOf(model, isFurther);
    const hasPlace = (displaced = 0) =>
      weight * (reserved + this.#line.count(model) - displaced) < this.#settings.queue + idle;
    if (couldEnd && !hasPlace() && hasPlace(1)) this.#displace(model, caller);
    const isFull = !hasPlace();
    if (isFull || !couldEnd) {
      const reason = isFull ? 'full' : 'too-much-ahead';
      this.#records.failed(model, 0, reason);
      throw this.#unavailable(model, reason);
    }
    this.#reserved.set(model, reserved + 1);
    let held = true;
    const leave = (): void => {
      if (held) this.#reserved.set(model, (this.#reserved.get(model) ?? 1) - 1);
      held = false;
    };
    return {
      leave,
      run: (request) => {
        if (!held) throw new Error('A place in the line was used twice');
        leave();
        const run = (given: RunRequest) => this.#run(model, given);
        return request.mayKeep ? this.#kept.run(model, request, run) : run(request);
      },
    };
  }

  /**
   * Runs as long as one of a model that a waiting one stands for. A picture that comes for its full pass brings further runs, which must not
   * find the line full of other pictures' full passes; one that was let in has been counted.
   */
  #weightOf(model: ServedModel, isFurther: boolean): number {
    const { meanMs } = this.#records.paceOf(model);
    if (!model.passes || !meanMs || isFurther) return 1;
    return 1 + this.#further.meanMs(model, () => true) / meanMs;
  }

  /** Whether a call has run a network before. */
  #isFurther(model: ServedModel, caller: string, call: string | undefined): boolean {
    return call !== undefined && this.#further.knows(model, callName(caller, call), this.#settings.now());
  }

  /** Takes no new work, forgets what was kept, and ends all children. Running and waiting jobs are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#kept.close();
    clearTimeout(this.#wake);
    for (const job of [...this.#line]) {
      this.#line.remove(job);
      job.settle(this.#unavailable(job.model, 'ending'));
    }
    await Promise.all(this.#children.map((child) => child.close()));
  }

  /** Refuses a run of a caller that has too many, for one of a caller that has fewer. */
  #displace(model: ServedModel, caller: string): void {
    const job = this.#line.displaceable(model, caller);
    if (!job) return;
    this.#line.remove(job);
    job.settle(this.#unavailable(model, 'full'));
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
    const isFurther = this.#isFurther(model, job.caller, job.call);
    if (!couldEndInTime(this.#forecast, { model, caller: job.caller, isFurther }, job.deadlineMs)) {
      job.settle(this.#unavailable(model, 'too-much-ahead'));
    } else {
      this.#line.add(job, isFurther);
      this.#dispatch();
    }
    return job.result;
  }

  #dispatch(): void {
    clearTimeout(this.#wake);
    const { now } = this.#settings;
    for (const child of this.#children) {
      while (child.idle) {
        const next = this.#line.next(now());
        if (next.jobs === null) {
          if (Number.isFinite(next.wakeMs)) this.#wake = setTimeout(() => this.#dispatch(), next.wakeMs - now());
          return;
        }
        const jobs = next.jobs.filter((job) => this.#canStart(job));
        if (jobs.length > 0) this.#start(child, jobs);
      }
    }
  }

  /** Whether a job can still end in time; one that cannot is refused. */
  #canStart(job: Job): boolean {
    const remainingMs = job.deadlineMs - this.#settings.now();
    if (canFinish(this.#records.paceOf(job.model), remainingMs)) return true;
    // Its own timer may be late where this process was held up.
    job.settle(this.#unavailable(job.model, remainingMs <= 0 ? 'late' : 'nearly-late'));
    return false;
  }

  /** @param jobs at least one; several are run as one */
  #start(child: Child, jobs: readonly Job[]): void {
    const { now, runTimeoutMs } = this.#settings;
    const [{ model, outputs }] = jobs;
    const startedMs = now();
    const deadlineMs = Math.max(...jobs.map((job) => job.deadlineMs));
    const allowedMs = killAfterMs(this.#records.paceOf(model), deadlineMs - startedMs, runTimeoutMs);
    const running = { model, startedMs, isFurther: jobs.every((job) => this.#line.isFurther(job)) };
    this.#running.add(running);
    child
      .run({
        model: model.name,
        inputs: joinSamples(jobs.map(({ inputs }) => inputs)),
        outputs,
        call: callOf(jobs),
        killAfterMs: allowedMs,
      })
      .finally(() => this.#running.delete(running))
      .then((done) => this.#deliver(jobs, done, startedMs))
      .catch((fault: unknown) => {
        for (const job of jobs) job.settle(this.#faultOf(model, fault));
      });
  }

  /** Gives each job its part of a run's result. */
  #deliver(jobs: readonly Job[], { outputs, inferNs }: RunDone, startedMs: number): void {
    const [{ model }] = jobs;
    const endedMs = this.#settings.now();
    const samples = jobs.map(samplesOf);
    const shares = splitSamples(outputs, samples);
    const batch = samples.reduce((sum, count) => sum + count, 0);
    this.#records.ran(model, { endedMs, batch, tookMs: endedMs - startedMs, inferNs });
    for (const job of jobs) this.#further.ran(model, callOf([job]), (endedMs - startedMs) / jobs.length, endedMs);
    for (const [index, job] of jobs.entries()) {
      const totalMs = endedMs - job.enteredMs;
      this.#records.succeeded(model, { samples: samples[index], totalMs, queueMs: startedMs - job.enteredMs, inferNs });
      job.onRan?.({ enteredMs: job.enteredMs, startedMs, endedMs });
      job.settle(shares[index]);
    }
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
    const ahead = [...this.#line].length + this.#running.size;
    const retryAfter = retryAfterSeconds(this.#records.paceOf(model), ahead, this.#settings.workers);
    return new RunRefusal(reason, 'unavailable', message, { retryAfterSeconds: retryAfter });
  }
}

/** The call of a run that is of one call alone. */
function callOf([job, ...others]: readonly Job[]): CallOfRun | undefined {
  if (job.call === undefined || others.length > 0) return undefined;
  return { name: callName(job.caller, job.call), endsMs: job.deadlineMs };
}

/** No other call of whatever caller has it. */
function callName(caller: string, call: string): string {
  return JSON.stringify([caller, call]);
}
