/** What of a body counts and what it is read into, for every encoding. */
import { addressNoText, moreThanOneSource } from '../../contract/image-url.ts';
import { type Refusal, Refused } from '../../contract/refusals.ts';
import type { SentBackground, Source } from './received.ts';
import { receivedFields } from './received-fields.ts';

export interface BodyTerms<Wanted> {
  /** Names under which the image may come as a file. */
  readonly files: ReadonlySet<string>;
  /** Names under which it may come as Base64. */
  readonly base64: ReadonlySet<string>;
  /** Name under which its address may come instead. */
  readonly url: string;
  /** Where a picture to put behind the subject may be; null where there can be none. */
  readonly background: BackgroundTerms | null;
  /** Names of options; all others are skipped. */
  readonly options: ReadonlySet<string>;
  /** Whether a picture whose Base64 is null or an empty text of JSON counts as not sent. */
  readonly emptyIsAbsent: boolean;
  /**
   * The refusal of a body without an image.
   * @param given as for `read`, as far as it was read
   * @throws Refused where another fault says more
   */
  missing(given: ReadonlyMap<string, unknown>): Refusal;
  /** The refusal of a body with more than one. */
  readonly moreThanOne: Refusal;
  /**
   * Reads the options.
   * @param given texts of a form, or values of a JSON body, by name
   * @throws Refused
   */
  read(given: ReadonlyMap<string, unknown>): Wanted;
}

/** Names of a background. */
export interface BackgroundTerms {
  /** As a file of a form; in JSON as Base64. */
  readonly image: string;
  /** By its address, which is an option as well. */
  readonly url: string;
}

/**
 * Whether a body is refused by its length alone.
 * @param mayHoldTwo whether it may hold an image and a background, each within the limit: then it is read up to the limit, to
 *   name the one that is too large
 */
export function announcesTooMuch(contentLength: number | null, mostBytes: number, mayHoldTwo: boolean): boolean {
  return contentLength !== null && contentLength > mostBytes * (mayHoldTwo ? 2 : 1);
}

/** What a body held. */
export interface BodyContent<Wanted> {
  readonly source: Source;
  readonly background: SentBackground | null;
  readonly wanted: Wanted;
}

/** What came in a body, not read yet. */
export interface SentBody {
  /** The image itself; null where none was sent. */
  readonly image: (() => Uint8Array<ArrayBuffer>) | null;
  /** A picture to put behind the subject; null where none was sent as a file. */
  readonly background: (() => Uint8Array<ArrayBuffer>) | null;
  /** As for `read`. */
  readonly given: ReadonlyMap<string, unknown>;
  /** Names of all parts or members, in their order. */
  readonly names: readonly string[];
}

/**
 * What a body held, read by its terms.
 * @throws Refused where there is no image or more than one, then what `read` throws
 */
export function contentBy<Wanted>(
  terms: BodyTerms<Wanted>,
  { image, background, given, names }: SentBody,
): BodyContent<Wanted> {
  const { url, missing } = terms;
  const read = () =>
    terms.read(background && terms.background ? new Map(given).set(terms.background.image, true) : given);
  const sent = given.get(url) ?? null;
  // An empty member, too, is one that was not filled in.
  const address = sent === '' ? null : sent;
  if (image !== null && address !== null) throw new Refused(moreThanOneSource);
  if (image !== null) {
    const wanted = read();
    return { source: image(), background: backgroundOf(terms, background, given), wanted };
  }
  if (address === null) throw new Refused({ ...missing(given), ...receivedFields(names) });
  if (typeof address !== 'string') throw new Refused(addressNoText());
  const wanted = read();
  return { source: address, background: backgroundOf(terms, background, given), wanted };
}

/** At most one of both was sent. */
function backgroundOf<Wanted>(
  { background: names }: BodyTerms<Wanted>,
  sent: (() => Uint8Array<ArrayBuffer>) | null,
  given: ReadonlyMap<string, unknown>,
): SentBackground | null {
  if (!names) return null;
  if (sent) return { source: sent(), name: names.image };
  const address = given.get(names.url);
  return typeof address === 'string' && address !== '' ? { source: address, name: names.url } : null;
}
