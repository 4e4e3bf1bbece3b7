/** What this isolate has counted and not flushed yet. */
import { type EdgeMetric, type SampleLabels, sampleOf, samplesOfValue } from './metrics.ts';
import { type Counts, type CountsEnv, storeName } from './store.ts';

/** So long after a flush, or after so many counted things, the next one is due. */
const flushMs = 10_000;
const flushThings = 500;
/** While the store is away no more is kept. */
const mostSamples = 2000;

/** Counts of one isolate. */
export class PendingCounts {
  #counts = new Map<string, number>();
  #things = 0;
  #flushedAtMs = Number.NEGATIVE_INFINITY;

  /** Counts something. */
  add({ name }: EdgeMetric, labels: SampleLabels = {}, amount = 1): void {
    this.#note([[sampleOf(name, labels), amount]]);
  }

  /** Counts a value of a histogram. */
  observe(metric: EdgeMetric, labels: SampleLabels, value: number): void {
    this.#note(samplesOfValue(metric, labels, value));
  }

  /**
   * Flushes into the store if that is due. Never throws: what could not be stored is kept for the next time.
   * @param now whether it is due at any rate
   */
  async flush({ COUNTS }: CountsEnv, now = false): Promise<void> {
    const nowMs = Date.now();
    const isDue = now || nowMs - this.#flushedAtMs >= flushMs || this.#things >= flushThings;
    if (!COUNTS || this.#things === 0 || !isDue) return;
    this.#flushedAtMs = nowMs;
    const counts = this.#take();
    try {
      await COUNTS.getByName(storeName).add(counts);
    } catch {
      this.#note(Object.entries(counts));
    }
  }

  #take(): Counts {
    const counts = Object.fromEntries(this.#counts);
    this.#counts = new Map();
    this.#things = 0;
    return counts;
  }

  #note(samples: readonly (readonly [string, number])[]): void {
    this.#things += 1;
    for (const [sample, amount] of samples) {
      const known = this.#counts.get(sample);
      if (known !== undefined || this.#counts.size < mostSamples) this.#counts.set(sample, (known ?? 0) + amount);
    }
  }
}

/** That of the isolate. */
export const pendingCounts = new PendingCounts();
