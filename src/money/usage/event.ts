/** One answer as it is counted, and the batches in which answers travel through the queue. */

/** An answer to a known key. */
export interface UsageEvent {
  /** When it was decided, Unix milliseconds. */
  readonly atMs: number;
  readonly wallet: string;
  readonly keyId: string;
  /** Last segment of the operation's path. */
  readonly operation: string;
  readonly status: number;
  /** `X-Error-Code`; null of a success. */
  readonly errorCode: string | null;
  /** What the answer was to cost. */
  readonly credits: 0 | 1;
  /** Whether it asked for a review; undefined in batches of older versions. */
  readonly needsReview?: boolean;
  /** From the request's start to the answer. */
  readonly milliseconds: number;
  /** For the request log; undefined in batches of older versions. */
  readonly request?: CalledRequest;
}

/** What the request log has beside the counts: no values, no names of files, no addresses. */
export interface CalledRequest {
  /** As in `X-Request-Id`. */
  readonly id: string;
  /** Names of the options that were sent. */
  readonly options: readonly string[];
  /** Of the picture as it was sent; null where none was read. */
  readonly pixels: number | null;
}

/** Answers of one isolate. */
export interface UsageBatch {
  /** The same in each delivery, so that none is counted twice. */
  readonly id: string;
  readonly events: readonly UsageEvent[];
}

/** Wallets to check for due notices. */
export interface WalletsToSee {
  readonly wallets: readonly string[];
}

export type UsageMessage = UsageBatch | WalletsToSee;

/** The bindings that usage goes through. Without them nothing is recorded. */
export interface UsageEnv {
  readonly USAGE?: { send(message: UsageMessage): Promise<unknown> };
  readonly USAGE_ANALYTICS?: Pick<AnalyticsEngineDataset, 'writeDataPoint'>;
}
