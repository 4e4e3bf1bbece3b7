/**
 * The runs that wait for a child, and which is next. Small networks go first, so that a classifier never waits behind mattes;
 * equal ones in the order in which they came. Where the manifest asks for batches, equal requests of a network go
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

  /** Waiting jobs, first to last. */
  [Symbol.iterator](): Iterator<Job> {
    return this.#jobs[Symbol.iterator]();
  }

  /** How many wait for a model. */
  count(model: ServedModel): number {
    return this.#jobs.filter((job) => job.model === model).length;
  }

  add(job: Job): void {
    const behind = this.#jobs.findIndex(({ model }) => goesBefore(job.model, model));
    this.#jobs.splice(behind < 0 ? this.#jobs.length : behind, 0, job);
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
