/** What a scripted network can do. */

export interface Script {
  /** How long the network takes to load. */
  readonly loadMs?: number;
  /** Loading fails with this message. */
  readonly loadFailure?: string;
  /** The process ends while loading. */
  readonly loadCrash?: boolean;
}

/** First bytes with a meaning. Any other means: take ten times that many milliseconds. */
export const hang = 255;
export const crash = 254;
export const refuse = 253;
/** Takes until the child gets SIGUSR2: see `TestService.letGo`. */
export const wait = 252;
