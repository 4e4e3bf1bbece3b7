/** Counters of a model, in the form of the protocol's statistics extension. */

export interface Duration {
  count: number;
  ns: number;
}

export interface ModelStatistics {
  lastInferenceMs: number;
  inferenceCount: number;
  executionCount: number;
  readonly success: Duration;
  readonly fail: Duration;
  readonly queue: Duration;
  readonly infer: Duration;
  /** Requests whose outputs were kept, and those whose outputs were not, though they may be. What looking takes is not measured. */
  readonly cacheHit: Duration;
  readonly cacheMiss: Duration;
  /** Batch size to its executions; as many as the model's largest batch. */
  readonly batches: Map<number, Duration>;
}

/** The counters of a model without any run. */
export function emptyStatistics(): ModelStatistics {
  const none = (): Duration => ({ count: 0, ns: 0 });
  return {
    lastInferenceMs: 0,
    inferenceCount: 0,
    executionCount: 0,
    success: none(),
    fail: none(),
    queue: none(),
    infer: none(),
    cacheHit: none(),
    cacheMiss: none(),
    batches: new Map(),
  };
}

/** Counts a request that ended without a result. @param totalMs from its coming to its refusal */
export function recordFailure(statistics: ModelStatistics, totalMs: number): void {
  add(statistics.fail, totalMs * 1e6);
}

/** Counts a request whose outputs were looked for among those that are kept. */
export function recordLookup({ cacheHit, cacheMiss }: ModelStatistics, found: boolean): void {
  add(found ? cacheHit : cacheMiss, 0);
}

/** One run of a network, of one request or several. */
export interface Execution {
  /** Milliseconds since the epoch. */
  readonly endedMs: number;
  /** Samples of all its requests. */
  readonly batch: number;
  /** Inside the runtime. */
  readonly inferNs: number;
}

/** Counts a run that ended with a result. */
export function recordExecution(statistics: ModelStatistics, { endedMs, batch, inferNs }: Execution): void {
  statistics.lastInferenceMs = endedMs;
  statistics.executionCount += 1;
  const perBatch = statistics.batches.get(batch) ?? { count: 0, ns: 0 };
  add(perBatch, inferNs);
  statistics.batches.set(batch, perBatch);
}

export interface Success {
  readonly samples: number;
  /** From the request's coming to its result. */
  readonly totalMs: number;
  /** Of these, before a child had it. */
  readonly queueMs: number;
  /** Inside the runtime, of the whole run. */
  readonly inferNs: number;
}

/** Counts a request that ended with a result. */
export function recordSuccess(statistics: ModelStatistics, { samples, totalMs, queueMs, inferNs }: Success): void {
  statistics.inferenceCount += samples;
  add(statistics.success, totalMs * 1e6);
  add(statistics.queue, queueMs * 1e6);
  add(statistics.infer, inferNs);
}

function add(duration: Duration, ns: number): void {
  duration.count += 1;
  duration.ns += Math.round(ns);
}
