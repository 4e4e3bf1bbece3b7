/** A bounded first-in, first-out line whose members may lose patience. */

export interface Waiting {
  /** Milliseconds since the epoch after which nobody wants the result. */
  readonly deadlineMs: number;
}

export class WaitingLine<Job extends Waiting> {
  readonly #limit: number;
  readonly #jobs: Job[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#jobs.length;
  }

  /** Those who wait, first to last. */
  [Symbol.iterator](): Iterator<Job> {
    return this.#jobs[Symbol.iterator]();
  }

  /** Puts a job at the end; false where the line is full. */
  add(job: Job): boolean {
    if (this.#jobs.length >= this.#limit) return false;
    this.#jobs.push(job);
    return true;
  }

  /** Takes a job out of the middle; false where it is not in the line. */
  remove(job: Job): boolean {
    const index = this.#jobs.indexOf(job);
    if (index < 0) return false;
    this.#jobs.splice(index, 1);
    return true;
  }

  /** Takes the first job, and before it all whose deadline has passed. */
  take(nowMs: number): { readonly next: Job | undefined; readonly expired: readonly Job[] } {
    const expired: Job[] = [];
    let next = this.#jobs.shift();
    while (next && next.deadlineMs <= nowMs) {
      expired.push(next);
      next = this.#jobs.shift();
    }
    return { next, expired };
  }
}
