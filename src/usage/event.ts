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
