/** What of a body counts, and what it is read into: the same for every encoding. */
import { addressNoText, moreThanOneSource } from '../../contract/image-url.ts';
import { type Refusal, Refused } from '../../contract/refusals.ts';
import type { Source } from './received.ts';

export interface BodyTerms<Wanted> {
  /** Names under which the image may come as a file. */
  readonly files: ReadonlySet<string>;
  /** Names under which it may come as Base64. */
  readonly base64: ReadonlySet<string>;
  /** Name under which its address may come instead. */
  readonly url: string;
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
  readonly source: Source;
  readonly wanted: Wanted;
}

/**
 * What a body held, as its terms read it.
 * @param image the image itself; null where none was sent
 * @param given as for `read`
 * @throws Refused where there is no image or more than one, then what `read` throws
 */
export function takenBy<Wanted>(
  { url, missing, read }: BodyTerms<Wanted>,
  image: (() => Uint8Array<ArrayBuffer>) | null,
  given: ReadonlyMap<string, unknown>,
): Taken<Wanted> {
  const sent = given.get(url) ?? null;
  // An empty field is one that was not filled in.
  const address = sent === '' ? null : sent;
  if (image !== null && address !== null) throw new Refused(moreThanOneSource);
  if (image !== null) {
    const wanted = read(given);
    return { source: image(), wanted };
  }
  if (address === null) throw new Refused(missing(given));
  if (typeof address !== 'string') throw new Refused(addressNoText);
  return { source: address, wanted: read(given) };
}
