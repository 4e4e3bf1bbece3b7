/**
 * Sends spans that have ended to a collector, by OTLP over HTTP in JSON. What made them never waits: it runs behind an answer, gathers
 * the spans of many calls, and loses spans where the collector is away or slow.
 */
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';

export interface Collector {
  /** Without `/v1/traces`. */
  readonly url: string;
  /** By which it knows who sends. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Called when spans were lost, at most once in `restMs`. */
export type OnLost = (spans: number, cause: unknown) => void;

/** Spans of calls that end within this time are sent together. */
const gatherMs = 1000;
/** Of one request to the collector: some 200 kB. */
const batchSpans = 256;
const answerMs = 5000;
/** Of one turn of sending. The Workers runtime gives what runs behind an answer 30 s. */
const turnMs = 15_000;
/** So long after a failure nothing is kept for the collector. */
const restMs = 10_000;
/** Some 2 MB. */
const mostSpans = 2048;

/** Gets every span that has ended; `send` is called behind answers. */
export class SpanSender implements SpanProcessor {
  readonly #collector: Collector;
  readonly #onLost: OnLost;
  #ended: ReadableSpan[] = [];
  /** The last request to the collector. */
  #posted: Promise<void> = Promise.resolve();
  #lost = 0;
  #turnEndsMs = 0;
  #restEndsMs = 0;
  /** From then on the end of the program alone sends: it waits for nobody else. */
  #isEnding = false;

  constructor(collector: Collector, onLost: OnLost) {
    this.#collector = collector;
    this.#onLost = onLost;
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#ended.length < mostSpans && Date.now() >= this.#restEndsMs) this.#ended.push(span);
    else this.#lost += 1;
  }

  /** Sends what has ended, after a moment in which more may. Resolves when that is done or has failed; never rejects. */
  async send(): Promise<void> {
    const nowMs = Date.now();
    // One at a time. A turn whose request was ended by the runtime is over at its time.
    if (this.#ended.length === 0 || nowMs < this.#turnEndsMs) return;
    this.#turnEndsMs = nowMs + turnMs;
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    if (!this.#isEnding) await this.#sendUntil(nowMs + turnMs - answerMs);
    this.#turnEndsMs = 0;
  }

  /** Sends what has ended at once. Where requests may not wait for one another, as in the Workers runtime, none may call it. */
  async forceFlush(): Promise<void> {
    this.#isEnding = true;
    const before = this.#posted;
    await this.#sendUntil(Date.now() + answerMs);
    await before;
  }

  shutdown(): Promise<void> {
    return this.forceFlush();
  }

  /** @param lastMs after which no further batch begins */
  async #sendUntil(lastMs: number): Promise<void> {
    while (this.#ended.length > 0 && Date.now() < lastMs) {
      const batch = this.#ended.splice(0, batchSpans);
      this.#posted = this.#post(batch).catch((cause: unknown) => this.#lose(batch.length, cause));
      await this.#posted;
    }
  }

  /** @throws Error where the collector does not accept them in time */
  async #post(spans: ReadableSpan[]): Promise<void> {
    const { url, headers } = this.#collector;
    const answer = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...Object.fromEntries(headers) },
      body: new Uint8Array(JsonTraceSerializer.serializeRequest(spans) ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    answer.body?.cancel().catch(() => {});
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}`);
  }

  /** What waits is lost with it: it would meet the same. */
  #lose(spans: number, cause: unknown): void {
    this.#onLost(this.#lost + spans + this.#ended.length, cause);
    this.#ended = [];
    this.#lost = 0;
    this.#restEndsMs = Date.now() + restMs;
  }
}
