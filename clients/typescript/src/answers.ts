/** What calls give back. */
import { BrokenError } from './errors.ts';
import type { OpenAnswer } from './exchange.ts';
import type { HeaderOf, MembersOf, OperationId } from './operations.ts';
import { gathered, streamOf } from './streams.ts';
import { mediaTypeOf } from './whole.ts';

/** The rate window of the key, as an answer states it. */
export interface Rate {
  /** Requests in any 60 seconds. */
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which a request is free. */
  readonly reset: number;
}

/** How sure the service is of a picture. */
export interface Review {
  /** 0 without any sign that the matte is wrong, to 1 where nothing was found. Not a probability. */
  readonly uncertainty: number;
  /** Whether a person should check the answer before it is used. */
  readonly needsReview: boolean;
}

/** The headers of an answer. */
export interface Answered<Id extends OperationId> {
  /** Names the call in the service's logs. */
  readonly requestId: string;
  readonly rate: Rate | null;
  /** Null where the answer does not state it: of `credit`, and of a service of an older version. */
  readonly review: Review | null;
  /** A header of the answer; null where it is absent. */
  header(name: HeaderOf<Id>): string | null;
}

/** A picture, whole. */
export interface Picture<Id extends OperationId> extends Answered<Id> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its media type: `image/png`. */
  readonly type: string;
}

/** A picture that is read as it comes. */
export interface OpenPicture<Id extends OperationId> extends Answered<Id> {
  /** Ends in a `BrokenError` where the answer is cut: what was read is then no picture. */
  readonly body: ReadableStream<Uint8Array>;
  readonly type: string;
}

/** A JSON answer. */
export interface Members<Id extends OperationId> extends Answered<Id> {
  readonly json: MembersOf<Id>;
}

/** Reads all of a picture. @throws BrokenError where it is cut */
export async function wholePicture<Id extends OperationId>(open: OpenAnswer, requestId: string): Promise<Picture<Id>> {
  const bytes = await gathered(open.pieces());
  return { ...answered<Id>(open.headers, requestId), bytes, type: mediaTypeOf(open.headers) };
}

/** Leaves the picture to the caller. */
export function openPicture<Id extends OperationId>(open: OpenAnswer, requestId: string): OpenPicture<Id> {
  const body = streamOf(open.pieces());
  return { ...answered<Id>(open.headers, requestId), body, type: mediaTypeOf(open.headers) };
}

/** Reads all of a JSON answer. @throws BrokenError where it is cut, or no JSON */
export async function wholeMembers<Id extends OperationId>(open: OpenAnswer, requestId: string): Promise<Members<Id>> {
  const text = new TextDecoder().decode(await gathered(open.pieces()));
  try {
    return { ...answered<Id>(open.headers, requestId), json: JSON.parse(text) };
  } catch (cause) {
    throw new BrokenError('No whole answer: it is no JSON', requestId, cause);
  }
}

/** The rate window that headers state; null where they state none. */
export function rateOf(headers: Headers): Rate | null {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`));
  return limit && remaining && reset
    ? { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
    : null;
}

/** How sure an answer is, as its headers state; null where they do not. */
function reviewOf(headers: Headers): Review | null {
  const [uncertainty, needsReview] = [headers.get('X-Matte-Uncertainty'), headers.get('X-Needs-Review')];
  return uncertainty && needsReview ? { uncertainty: Number(uncertainty), needsReview: needsReview === 'true' } : null;
}

function answered<Id extends OperationId>(headers: Headers, requestId: string): Answered<Id> {
  return {
    requestId: headers.get('X-Request-Id') ?? requestId,
    rate: rateOf(headers),
    review: reviewOf(headers),
    header: (name: string) => headers.get(name),
  };
}
