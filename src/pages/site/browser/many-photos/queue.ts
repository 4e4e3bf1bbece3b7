/** Sends many photos, some at once, and knows what to do after each failure: wait, try again, go on, or stop. */
import type { RefusalCode } from '../../../../contract/refusals.ts';
import { CallFailed, type Failure } from '../playground/failures.ts';

/** How a queue ended: with every photo made or failed, where it was paused, or at a failure that all would meet. */
export type Ending =
  | { readonly kind: 'finished' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'stopped'; readonly failure: Failure };

/** What a queue does, and what it reports. */
export interface QueueWork<Item> {
  /** Has one made. @throws CallFailed */
  make(item: Item): Promise<void>;
  /** It goes back into the queue, and waits for its turn. */
  onWaiting(item: Item): void;
  onFailed(item: Item, failure: Failure): void;
  /** No photo is sent for so long, as the service asks; null where that is over. */
  onPause(seconds: number | null): void;
}

export interface QueueSettings {
  /** Photos that are in work at once. */
  readonly atOnce: number;
  /** Ends the queue once those in work are made: they may be paid for. */
  readonly signal: AbortSignal;
  /** Waits, and no longer once the signal is given; another one in tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** After it every other photo would fail too. */
const stops: readonly (string | null)[] = [
  'INSUFFICIENT_CREDITS',
  'CREDITS_EXPIRED',
  'INVALID_API_KEY',
  'ENDPOINT_NOT_ALLOWED',
  'STRANGE_ORIGIN',
] satisfies readonly RefusalCode[];
const rateLimited = 'RATE_LIMITED' satisfies RefusalCode;
const creditsHeld = 'CREDITS_HELD' satisfies RefusalCode;
const inProgress = 'IDEMPOTENCY_IN_PROGRESS' satisfies RefusalCode;

/** What to do after a failure. */
export type NextStep =
  | { readonly kind: 'stop' }
  | { readonly kind: 'fail' }
  /** @param forAll whether the others wait too; otherwise they go on */
  | { readonly kind: 'wait'; readonly ms: number; readonly forAll: boolean };

/** Times that a photo is sent again without being asked for. */
const mostRetries = 3;
/** A call without a client ends within this many questions. */
const mostQuestions = 30;
const secondMs = 1000;
const questionPauseMs = 5 * secondMs;

/**
 * What to do after a failure.
 * @param failures that the photo has met before this one, of the same code
 */
export function stepAfter({ code, retryAfterSeconds, mayRetry }: Failure, failures: number): NextStep {
  if (stops.includes(code)) return { kind: 'stop' };
  const askedMs = retryAfterSeconds === null ? null : retryAfterSeconds * secondMs;
  if (code === rateLimited || code === creditsHeld) return { kind: 'wait', ms: askedMs ?? secondMs, forAll: true };
  if (code === inProgress) {
    return failures < mostQuestions
      ? { kind: 'wait', ms: askedMs ?? questionPauseMs, forAll: false }
      : { kind: 'fail' };
  }
  if (!mayRetry || failures >= mostRetries) return { kind: 'fail' };
  return { kind: 'wait', ms: askedMs ?? 2 ** failures * secondMs, forAll: askedMs !== null };
}

/**
 * Has each item made, in their order. Errors of `make` other than `CallFailed` end the queue and are thrown once all that
 * is in work has ended.
 */
export async function runQueue<Item>(
  items: readonly Item[],
  work: QueueWork<Item>,
  settings: QueueSettings,
): Promise<Ending> {
  const { atOnce, signal } = settings;
  /** Ends pauses too, where another photo has stopped the queue. */
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  const turns = new Turns(work, stopping, settings.pause ?? pauseFor);
  const left = [...items];
  const takeTurns = async () => {
    for (let item = left.shift(); item !== undefined && !stopping.signal.aborted; item = left.shift()) {
      await turns.take(item);
    }
  };
  const lines = Array.from({ length: atOnce }, () =>
    takeTurns().catch((cause: unknown) => {
      stop();
      throw cause;
    }),
  );
  const results = await Promise.allSettled(lines);
  signal.removeEventListener('abort', stop);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (turns.stoppedBy) return { kind: 'stopped', failure: turns.stoppedBy };
  return { kind: stopping.signal.aborted ? 'paused' : 'finished' };
}

/** What the lines of a queue share: the pause that all keep, and the failure that stops all. */
class Turns<Item> {
  readonly #work: QueueWork<Item>;
  readonly #stopping: AbortController;
  readonly #pause: NonNullable<QueueSettings['pause']>;
  #gate: Promise<void> = Promise.resolve();
  #pauses = 0;
  /** Null while nothing has. */
  stoppedBy: Failure | null = null;

  constructor(work: QueueWork<Item>, stopping: AbortController, pause: NonNullable<QueueSettings['pause']>) {
    this.#work = work;
    this.#stopping = stopping;
    this.#pause = pause;
  }

  /** Has one made, as often as it takes. */
  async take(item: Item): Promise<void> {
    for (const met = new Map<string | null, number>(); ; ) {
      await this.#gate;
      if (this.#stopping.signal.aborted) return this.#work.onWaiting(item);
      try {
        return await this.#work.make(item);
      } catch (cause) {
        if (!(cause instanceof CallFailed)) throw cause;
        const { failure } = cause;
        const failures = met.get(failure.code) ?? 0;
        met.set(failure.code, failures + 1);
        const step = stepAfter(failure, failures);
        if (step.kind === 'fail') return this.#work.onFailed(item, failure);
        this.#work.onWaiting(item);
        if (step.kind === 'stop') return this.#stop(failure);
        if (step.forAll) this.#waitForAll(step.ms);
        else await this.#pause(step.ms, this.#stopping.signal);
      }
    }
  }

  #stop(failure: Failure): void {
    this.stoppedBy ??= failure;
    this.#stopping.abort();
  }

  #waitForAll(ms: number): void {
    this.#work.onPause(Math.ceil(ms / secondMs));
    const mine = ++this.#pauses;
    this.#gate = this.#pause(ms, this.#stopping.signal).then(() => {
      if (mine === this.#pauses) this.#work.onPause(null);
    });
  }
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
