/** `Server-Timing` (W3C): how long each step took. In production the clock advances only at I/O. */

import type { TimedStep } from '../contract/steps.ts';
import type { TraceSpan } from '../wire/tracing/span.ts';

/** The steps of one request and how long each took, in milliseconds. */
export class Timings {
  /** When the request came, Unix milliseconds. */
  readonly startedAtMs = Date.now();
  readonly #entries: { name: TimedStep; milliseconds: number }[] = [];
  readonly #call: TraceSpan | undefined;
  #step: TraceSpan | undefined;

  /** @param call the span of the request, where it is traced; each step that is measured gets one below it */
  constructor(call?: TraceSpan) {
    this.#call = call;
  }

  /** The span under which the request is now: that of its step, or its own. */
  get span(): TraceSpan | undefined {
    return this.#step ?? this.#call;
  }

  add(name: TimedStep, milliseconds: number): void {
    this.#entries.push({ name, milliseconds });
  }

  /** Measures a step. */
  async during<Result>(name: TimedStep, step: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const span = this.#call?.begin(name);
    this.#step = span;
    let isError = true;
    try {
      const result = await step();
      isError = false;
      return result;
    } finally {
      this.add(name, performance.now() - startedAt);
      span?.end({ isError });
      this.#step = undefined;
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
