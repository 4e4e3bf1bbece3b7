/** What the edge and the fetcher say to each other. Both are ours: neither judges the other's words. */

/** What the edge asks for, as JSON. */
export interface FetchOrder {
  readonly url: string;
  /** Names of the service itself, which redirects must not lead to. */
  readonly ownHosts: readonly string[];
}

/** Why there is no picture, as JSON: all that is ever known of a strange server's answer but a picture. */
export type FetchFailure =
  | { readonly why: 'not-allowed' }
  | { readonly why: 'unreachable' }
  | { readonly why: 'status'; readonly status: number };

/** Status of a failure; a picture comes with 200, and no other status comes from the fetcher. */
export const failureStatus = 422;
