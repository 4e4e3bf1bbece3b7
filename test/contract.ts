/** The contract's answers word for word, written out once more so that a changed word fails a test. */
import { expect } from 'vitest';
import { type Answer, jsonOf } from '../testing/http-message.ts';

/** Set as SUPPORT_EMAIL by the suites of this folder. */
export const supportEmail = 'help@example.org';

export interface ExpectedRefusal {
  readonly status: number;
  /** `X-Error-Code`. */
  readonly code: string;
  readonly body: unknown;
}

export const refusals = {
  invalidJson: detail(400, 'INVALID_JSON', 'Invalid JSON'),
  notUtf8: detail(400, 'INVALID_JSON', 'Invalid JSON: expected UTF-8'),
  rawLineBreak: detail(
    400,
    'INVALID_JSON',
    'Invalid JSON: a text has a raw line break; write it as \\n, and leave it out of Base64',
  ),
  missingImage: detail(400, 'MISSING_FIELD', 'Missing required field: image_base64'),
  invalidKey: detail(401, 'INVALID_API_KEY', 'Invalid API Key'),
  insufficient: detail(402, 'INSUFFICIENT_CREDITS', 'Insufficient credit. Please top up API credits.'),
  expired: detail(
    403,
    'CREDITS_EXPIRED',
    'Credits Expired. Please top up API credits. If you have existing credits, they will be reactivated.',
  ),
  restricted: detail(403, 'ENDPOINT_NOT_ALLOWED', 'This API key is not allowed to use this endpoint.'),
  notFound: detail(404, 'NOT_FOUND', 'Not Found'),
  methodNotAllowed: detail(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed'),
  inProgress: detail(409, 'IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still in progress.'),
  exhausted: detail(409, 'IDEMPOTENCY_EXHAUSTED', 'This Idempotency-Key has been repeated too often.'),
  held: detail(
    503,
    'CREDITS_HELD',
    'All remaining credits are held by calls that are still running. Please try again later.',
  ),
  timeout: detail(408, 'REQUEST_TIMEOUT', 'Request timeout'),
  tooLarge: detail(413, 'FILE_TOO_LARGE', 'File size too large. Maximum file size is 20.0 MB'),
  unsupported: detail(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Unsupported Media Type. Supported formats are: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF.',
  ),
  tooManyMembers: invalid(
    ['body'],
    'value_error',
    'The body has more than 64 members and array elements; send the image and its options alone',
  ),
  encodedBody: invalid(
    ['header', 'Content-Encoding'],
    'value_error',
    'The body has a Content-Encoding; send it as it is, without compression',
  ),
  missingFile: invalid(['body', 'file'], 'missing', 'Field required'),
  base64TooLarge: invalid(
    ['body', 'image_base64'],
    'value_error',
    'Image size exceeds maximum allowed size of 20.0 MB',
    'IMAGE_TOO_LARGE',
  ),
  rateLimited: {
    status: 429,
    code: 'RATE_LIMITED',
    body: { error: 'Too Many Requests', status: 429, message: 'Rate limit exceeded. Please try again later' },
  },
  internal: detail(500, 'INTERNAL_ERROR', `Internal Server Error. Please contact support: ${supportEmail}`),
  unavailable: detail(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable. Please try again later.'),
} satisfies Record<string, ExpectedRefusal>;

/** The 422 of one place of the request. A message that the contract leaves open is given as a pattern. */
export function invalid(
  loc: readonly string[],
  type: string,
  message: string | RegExp,
  code = 'VALIDATION_ERROR',
): ExpectedRefusal {
  const msg = typeof message === 'string' ? message : expect.stringMatching(message);
  return { status: 422, code, body: { detail: [{ loc, msg, type }] } };
}

/** The 422 of an image of a supported format that cannot be used. */
export function brokenImage(encoding: 'multipart' | 'json', message: string | RegExp = /\w/): ExpectedRefusal {
  return invalid(['body', encoding === 'multipart' ? 'file' : 'image_base64'], 'value_error', message, 'INVALID_IMAGE');
}

/** Headers of every answer. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get('X-Request-Id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(headers.get('Cache-Control')).toBe('no-store');
  // Keys do not belong in pages, so no page is let in.
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
}

/** The rate window as every answer to a known key states it. */
export function rateOf({ headers }: Answer): { limit: number; remaining: number; reset: number } {
  const number = (name: string) => {
    const text = headers.get(name);
    expect(text, name).toMatch(/^\d+$/);
    return Number(text);
  };
  return {
    limit: number('X-RateLimit-Limit'),
    remaining: number('X-RateLimit-Remaining'),
    reset: number('X-RateLimit-Reset'),
  };
}

/** Whole seconds for which the answer asks to wait. */
export function retryAfterOf({ headers }: Answer): number {
  const text = headers.get('Retry-After');
  expect(text).toMatch(/^[1-9]\d*$/);
  return Number(text);
}

/**
 * The answer is that refusal, body and headers.
 * @param knownKey whether a ledger was asked and knew the key: its rate window is then stated
 */
export function expectRefusal(answer: Answer, expected: ExpectedRefusal, knownKey = true): void {
  const { status, headers } = answer;
  expect({ status, code: headers.get('X-Error-Code'), body: readable(answer) }).toEqual(expected);
  expect(headers.get('Content-Type')).toMatch(/^application\/json(;|$)/);
  expect(headers.get('Server-Timing')).toBeNull();
  expect(headers.get('X-Input-Dimensions')).toBeNull();
  expectCommonHeaders(answer);
  if (knownKey) expect(rateOf(answer).limit).toBeGreaterThan(0);
  else expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit-'))).toEqual([]);
  if (status === 429 || status === 503) expect(retryAfterOf(answer)).toBeGreaterThan(0);
}

/** The JSON of an answer, or its text where it is none, so that a failing test shows it. */
function readable(answer: Answer): unknown {
  try {
    return jsonOf(answer);
  } catch {
    return answer.body.toString('latin1', 0, 500);
  }
}

function detail(status: number, code: string, text: string): ExpectedRefusal {
  return { status, code, body: { detail: text } };
}
