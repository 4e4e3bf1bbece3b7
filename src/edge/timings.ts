/** `Server-Timing` (W3C): how long each step took. In production the clock moves at I/O only. */

import { isTimedStep, type TimedStep } from '../contract/steps.ts';

export class Timings {
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

  /** Takes over the steps of another service's header. */
  forward(header: string | null): void {
    for (const [, name, milliseconds] of (header ?? '').matchAll(/([\w-]+);dur=([\d.]+)/g)) {
      if (isTimedStep(name)) this.add(name, Number(milliseconds));
    }
  }

  header(): string {
    return this.#entries.map(({ name, milliseconds }) => `${name};dur=${milliseconds.toFixed(1)}`).join(', ');
  }
}
