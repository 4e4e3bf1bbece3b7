/** A call as the log has it. */

/** Rows of a wallet that are kept, at most; the oldest go first. */
export const maxRequests = 100_000;

/** One call. */
export interface LoggedRequest {
  /** When it was answered, Unix milliseconds; of a 429 the first millisecond of its minute. */
  readonly atMs: number;
  readonly wallet: string;
  /** As in `X-Request-Id`. Callers may choose it, so several calls may have one. */
  readonly requestId: string;
  readonly keyId: string;
  /** Last segment of the operation's path. */
  readonly operation: string;
  /** Names of the options that were sent. */
  readonly options: readonly string[];
  readonly status: number;
  /** Null of a success. */
  readonly errorCode: string | null;
  readonly milliseconds: number;
  /** Of the picture as it was sent; null where none was read. */
  readonly pixels: number | null;
  readonly credits: number;
  /** 1; of calls of one minute that were answered 429 their number, as one row under the id of the first. */
  readonly calls: number;
}
