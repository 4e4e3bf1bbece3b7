/** What each error code means, in a sentence without its stop, for lists of calls. */
import { type FixedRefusalCode, fixedRefusals, type RefusalCode } from './refusals.ts';

/** Of codes whose refusal says what was wrong with the call; the fixed table has the others. */
export const otherMeanings: Readonly<Record<Exclude<RefusalCode, FixedRefusalCode>, string>> = {
  RATE_LIMITED: 'The rate limit of the key is used up',
  VALIDATION_ERROR: 'Something in the request is missing or not allowed',
  INVALID_IMAGE: 'The image or background is broken, too large in pixels, or shows nothing to keep',
  IMAGE_TOO_LARGE: 'The image, or image and background together, are over the limit',
  POINT_NOT_FOUND: 'The point segmenter finds no part of the image that holds the point',
  IDEMPOTENCY_MISMATCH: 'The Idempotency-Key was charged for another request',
  IMAGE_URL_NOT_ALLOWED: 'The address is none of a public host, or this deployment fetches none',
  IMAGE_URL_UNREACHABLE: 'Nothing answers at the address, or the answer broke off',
  IMAGE_URL_STATUS: 'The server at the address answered another status than 200',
  IMAGE_URL_TOO_LARGE: 'What is at the address is over the limit',
  IMAGE_URL_TIMEOUT: 'The address answered too late or too slowly',
  IMAGE_URL_NOT_AN_IMAGE: 'What is at the address is of no supported format',
};

/** The meaning of a value of `X-Error-Code`; null of a code that this version does not have. */
export function meaningOf(code: string): string | null {
  if (Object.hasOwn(fixedRefusals, code)) return fixedRefusals[code as FixedRefusalCode].when;
  return Object.hasOwn(otherMeanings, code) ? otherMeanings[code as keyof typeof otherMeanings] : null;
}
