/** What of a body counts, and what it is read into: the same for every encoding. */
import type { Refusal } from '../../contract/refusals.ts';

export interface BodyTerms<Wanted> {
  /** Names under which the image may come as a file. */
  readonly files: ReadonlySet<string>;
  /** Names under which it may come as Base64. */
  readonly base64: ReadonlySet<string>;
  /** Names of options; all others pass by. */
  readonly options: ReadonlySet<string>;
  /** Names of options that may be files: that one was sent counts, not what it holds. */
  readonly fileOptions: ReadonlySet<string>;
  /**
   * The body has no image.
   * @param given as for `read`, as far as it was read
   * @throws Refused where what was given says more
   */
  missing(given: ReadonlyMap<string, unknown>): Refusal;
  /** It has more than one. */
  readonly moreThanOne: Refusal;
  /**
   * What the options ask for.
   * @param given texts of a form, or values of a JSON body, by name
   * @throws Refused
   */
  read(given: ReadonlyMap<string, unknown>): Wanted;
}

/** What a body held. */
export interface Taken<Wanted> {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly wanted: Wanted;
}
