/**
 * The runs that wait for a child, and which is next. Small networks go first, so that a classifier never waits behind mattes;
 * of equal ones those that end what was begun, as a close-up pass, then callers take turns, each in the order in which its own came. Where the manifest asks for batches, equal requests of a network go
 * together, once there are enough of them or the first has waited for its time; others pass meanwhile.
 */
import type { ServedModel } from '../catalogue.ts';
import { batchKey, samplesOf } from './batch.ts';
import type { Job } from './job.ts';

/** What goes next: jobs that are run as one, or nothing before a time. */
export type Next = { readonly jobs: readonly Job[] } | { readonly jobs: null; readonly wakeMs: number };

/** The jobs that wait, the most urgent first. */
export class RunLine {
  readonly #jobs: Job[] = [];
  /** Those whose call has run the same network before. */
  readonly #further = new WeakSet<Job>();

  /** Waiting jobs, first to last. */
  [Symbol.iterator](): Iterator<Job> {
    return this.#jobs[Symbol.iterator]();
  }

  /** How many wait for a model. */
  count(model: ServedModel): number {
    return this.#jobs.filter((job) => job.model === model).length;
  }

  /** @param isFurther whether its call has run the same network before */
  add(job: Job, isFurther = false): void {
    if (isFurther) this.#further.add(job);
    this.#jobs.splice(this.#placeOf(job.model, job.caller, isFurther), 0, job);
  }

  /** Whether a run is in the line, or was, as one whose call has run the same network before. */
  isFurther(job: Job): boolean {
    return this.#further.has(job);
  }

  /** The runs that a new one of this model and caller would not pass. @param isFurther as in `add` */
  ahead(model: ServedModel, caller: string, isFurther = false): readonly Job[] {
    return this.#jobs.slice(0, this.#placeOf(model, caller, isFurther));
  }

  /**
   * The run that gives its place to a new one: the newest of the caller that has most of this model, if those are more than the new
   * one's caller would have. What ends a call that was begun only where there is nothing else.
   */
  displaceable(model: ServedModel, caller: string): Job | undefined {
    const counts = new Map<string, number>();
    const jobs = this.#jobs.filter((job) => job.model === model);
    for (const job of jobs) counts.set(job.caller, (counts.get(job.caller) ?? 0) + 1);
    const countOf = (job: Job) => counts.get(job.caller) ?? 0;
    const newestOf = (some: readonly Job[]) => {
      const most = Math.max(...some.map(countOf));
      return most < (counts.get(caller) ?? 0) + 2 ? undefined : some.findLast((job) => countOf(job) === most);
    };
    return newestOf(jobs.filter((job) => !this.#further.has(job))) ?? newestOf(jobs);
  }

  /** Removes a run, at any place; nothing happens if it is not in the line. */
  remove(job: Job): void {
    const at = this.#jobs.indexOf(job);
    if (at >= 0) this.#jobs.splice(at, 1);
  }

  /** Takes out what is to be run now: nothing if no job waits, or while batches still gather. */
  next(nowMs: number): Next {
    let wakeMs = Number.POSITIVE_INFINITY;
    const gathering = new Set<string>();
    for (const job of this.#jobs) {
      const { batchWaitMs, maxBatch } = job.model;
      if (batchWaitMs === undefined) return this.#takeOut([job]);
      const key = batchKey(job);
      if (gathering.has(key)) continue;
      const { jobs, isFull } = this.#batchFrom(key, maxBatch);
      const dueMs = job.enteredMs + batchWaitMs;
      if (dueMs <= nowMs || isFull) return this.#takeOut(jobs);
      wakeMs = Math.min(wakeMs, dueMs);
      gathering.add(key);
    }
    return { jobs: null, wakeMs };
  }

  /** The first jobs of a key that fit into one batch, and whether no more do. */
  #batchFrom(key: string, maxBatch: number): { readonly jobs: readonly Job[]; readonly isFull: boolean } {
    const jobs: Job[] = [];
    let samples = 0;
    for (const job of this.#jobs) {
      if (batchKey(job) !== key) continue;
      samples += samplesOf(job);
      if (samples > maxBatch) break;
      jobs.push(job);
    }
    return { jobs, isFull: samples >= maxBatch };
  }

  /** Behind all smaller networks and what ends a call that was begun, and behind as many equal runs of each other caller as of its own. */
  #placeOf(model: ServedModel, caller: string, isFurther: boolean): number {
    const isSame = (job: Job) => !goesBefore(model, job.model) && !goesBefore(job.model, model);
    const isAhead = (job: Job) => goesBefore(model, job.model) || (isSame(job) && isFurther && !this.#further.has(job));
    const isBehind = (job: Job) =>
      goesBefore(job.model, model) || (isSame(job) && !isFurther && this.#further.has(job));
    const areEqual = (job: Job) => !isAhead(job) && !isBehind(job);
    const own = this.#jobs.filter((job) => job.caller === caller && areEqual(job)).length;
    const seen = new Map<string, number>();
    const place = this.#jobs.findIndex((job) => {
      if (!areEqual(job)) return isAhead(job);
      const before = seen.get(job.caller) ?? 0;
      seen.set(job.caller, before + 1);
      return before > own;
    });
    return place < 0 ? this.#jobs.length : place;
  }

  #takeOut(jobs: readonly Job[]): Next {
    for (const job of jobs) this.remove(job);
    return { jobs };
  }
}

/** Whether a model takes less than another, and so goes before it. */
export function goesBefore(one: ServedModel, other: ServedModel): boolean {
  return elementsOf(one) < elementsOf(other);
}

/** Elements of one sample of all inputs: how long a network runs goes with what it sees. */
function elementsOf({ inputs }: ServedModel): number {
  return inputs.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * Math.abs(size), 1), 0);
}
