/** The calls of allowances and their answers. */

/** One subject that something counts for. */
export interface Claim {
  /** HMAC of what is counted, or a random id, made by the caller; the claims of one taking all differ. */
  readonly subject: string;
  /** Most times in a window. */
  readonly limit: number;
  /** Length of the window that begins with the first time; at most a day. */
  readonly windowMs: number;
}

/** What became of a taking. */
export type Taking =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly retryAfterSeconds: number;
      /** Subjects that were counted as often as they may be. Left out by the version before. */
      readonly usedUp?: readonly string[];
    };

/** The remote calls of one set of allowances. */
export interface AllowanceCalls {
  /**
   * Counts one time for every claim, or for none where one of them is used up.
   * @param nowMs for tests; the present where it is left out
   */
  take(claims: readonly Claim[], nowMs?: number): Promise<Taking>;
  /** Counts a first time where none was counted in the window; what was counted before stays as it is. */
  begin(claim: Claim, nowMs?: number): Promise<void>;
  /**
   * Counts one time more of what was counted in its window before: nothing begins by it.
   * @returns false where it was not counted, or is used up
   */
  again(claim: Claim, nowMs?: number): Promise<boolean>;
  /** Takes one time of each subject back, as if it had never been. */
  giveBack(subjects: readonly string[], nowMs?: number): Promise<void>;
  /** How many times all claims would still allow. */
  left(claims: readonly Claim[], nowMs?: number): Promise<number>;
}

/** The binding, as the Worker has it. */
export interface AllowanceSets {
  getByName(name: string): AllowanceCalls;
}
