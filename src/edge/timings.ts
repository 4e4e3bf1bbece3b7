/** `Server-Timing` (W3C): how long each step took. In production the clock advances only at I/O. */

import type { TimedStep } from '../contract/steps.ts';

/** The steps of one request and how long each took, in milliseconds. */
export class Timings {
  /** When the request came, Unix milliseconds. */
  readonly startedAtMs = Date.now();
  readonly #entries: { name: TimedStep; milliseconds: number }[] = [];

  add(name: TimedStep, milliseconds: number): void {
    this.#entries.push({ name, milliseconds });
  }

  /** Measures a step. */
  async during<Result>(name: TimedStep, step: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await step();
    } finally {
      this.add(name, performance.now() - startedAt);
    }
  }

  /** Milliseconds by step, those of one step added up. */
  steps(): Partial<Record<TimedStep, number>> {
    const steps: Partial<Record<TimedStep, number>> = {};
    for (const { name, milliseconds } of this.#entries) steps[name] = (steps[name] ?? 0) + milliseconds;
    return steps;
  }

  header(): string {
    return this.#entries.map(({ name, milliseconds }) => `${name};dur=${milliseconds.toFixed(1)}`).join(', ');
  }
}
