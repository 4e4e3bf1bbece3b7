/** Our refusals in the format of remove.bg: status, and one error with a title for people and a code for programs. */
import type { Refusal, RefusalBody, RefusalCode } from '../refusals.ts';

interface Row {
  readonly status: number;
  readonly code: string;
}

const invalidParameters: Row = { status: 400, code: 'invalid_parameters' };
const unknownForeground: Row = { status: 400, code: 'unknown_foreground' };

/** What differs from `invalid_parameters`, by our code. Those marked * are our own: no answer of the service shows them. */
const rows: Readonly<Partial<Record<RefusalCode, Row>>> = {
  INVALID_API_KEY: { status: 403, code: 'auth_failed' },
  ENDPOINT_NOT_ALLOWED: { status: 403, code: 'auth_failed' },
  INSUFFICIENT_CREDITS: { status: 402, code: 'insufficient_credits' },
  CREDITS_EXPIRED: { status: 402, code: 'insufficient_credits' },
  FILE_TOO_LARGE: { status: 400, code: 'file_too_large' },
  IMAGE_TOO_LARGE: { status: 400, code: 'file_too_large' },
  IMAGE_URL_TOO_LARGE: { status: 400, code: 'file_too_large' },
  RATE_LIMITED: { status: 429, code: 'rate_limit_exceeded' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, code: 'idempotency_in_progress' }, // *
  IDEMPOTENCY_EXHAUSTED: { status: 409, code: 'idempotency_exhausted' }, // *
  METHOD_NOT_ALLOWED: { status: 405, code: 'method_not_allowed' }, // *
  INTERNAL_ERROR: { status: 500, code: 'internal_error' }, // *
  CREDITS_HELD: { status: 503, code: 'service_unavailable' }, // *
  SERVICE_UNAVAILABLE: { status: 503, code: 'service_unavailable' }, // *
};

/**
 * The same refusal in its words. Our own code stays in `X-Error-Code`.
 * @param nothingFound whether the picture is good and shows nothing to keep
 */
export function inRemovebgWords(refusal: Refusal, nothingFound: boolean): Refusal {
  const { status, code } = nothingFound ? unknownForeground : (rows[refusal.code] ?? invalidParameters);
  return { ...refusal, status, body: { errors: [{ title: titleOf(refusal.body), code }] } };
}

function titleOf(body: RefusalBody): string {
  if ('errors' in body) return body.errors[0].title;
  if ('message' in body) return body.message;
  if (typeof body.detail === 'string') return body.detail;
  const [{ loc, msg, type }] = body.detail;
  return type === 'missing' ? `${loc[loc.length - 1]}: ${msg}` : msg;
}
