/**
 * The one table of everything the service may answer other than 200.
 *
 * A refusal is a value: a code for programs (`X-Error-Code`), a status and the contract's exact public body.
 * The cause of a failure travels beside it, to the log and nowhere else.
 */
import { type BodyEncoding, type ImageSource, imageNames, imageUrlName } from './encoding.ts';
import { megabytes } from './limits.ts';

/** One item of the contract's 422 `detail` array. */
export interface ValidationItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export type RefusalBody =
  | { readonly detail: string | readonly ValidationItem[] }
  | { readonly error: string; readonly status: number; readonly message: string }
  // In the error format of another service: see `removebg`.
  | { readonly errors: readonly { readonly title: string; readonly code: string }[] };

export interface Refusal {
  readonly code: RefusalCode;
  readonly status: number;
  readonly body: RefusalBody;
  /** Whole seconds for `Retry-After`, where waiting helps. */
  readonly retryAfterSeconds?: number;
  /** Methods for `Allow`, on 405. */
  readonly allow?: string;
  /** For `X-Received-Fields`, where the picture may have come under another name. */
  readonly receivedFields?: string;
}

interface Row {
  readonly status: number;
  readonly detail: string;
  readonly when: string;
}

/** Refusals whose public text is fixed. `422` bodies are built by the functions below. */
const table = {
  INVALID_JSON: row(400, 'Invalid JSON', 'The body is not a JSON object, or is nested too deeply'),
  MISSING_FIELD: row(400, 'Missing required field: image_base64', 'The JSON body has no image'),
  INVALID_API_KEY: row(401, 'Invalid API Key', 'X-API-Key is missing, malformed, unknown or revoked'),
  INVALID_ADMIN_TOKEN: row(
    401,
    'Invalid admin token. Send Authorization: Bearer and the ADMIN_TOKEN of this deployment.',
    'The admin API was called without its token',
  ),
  INVALID_ADMISSION: row(
    401,
    'What admits this call has ended, was used before, or is of another call. Repeat the call.',
    'A call of a page came with an admission that has ended, was used, or is of another call',
  ),
  INSUFFICIENT_CREDITS: row(402, 'Insufficient credit. Please top up API credits.', 'No credit can be spent now'),
  CREDITS_EXPIRED: row(
    403,
    'Credits Expired. Please top up API credits. If you have existing credits, they will be reactivated.',
    'The credits of the key have expired',
  ),
  ENDPOINT_NOT_ALLOWED: row(403, 'This API key is not allowed to use this endpoint.', 'The key is restricted'),
  STRANGE_ORIGIN: row(
    403,
    'This form was not sent by a page of this service, or the page is too old. Open it again and repeat.',
    'A form or call of a page came from elsewhere, or with a token that has ended',
  ),
  NOT_FOUND: row(404, 'Not Found', 'No such path'),
  METHOD_NOT_ALLOWED: row(405, 'Method Not Allowed', 'The path exists with other methods'),
  IDEMPOTENCY_IN_PROGRESS: row(
    409,
    'A request with this Idempotency-Key is still in progress.',
    'A call of this key with the same Idempotency-Key has not ended',
  ),
  IDEMPOTENCY_EXHAUSTED: row(
    409,
    'This Idempotency-Key has been repeated too often.',
    'The key has no repeat left, or no edit',
  ),
  REQUEST_TIMEOUT: row(408, 'Request timeout', 'The upload stalled or took too long'),
  FILE_TOO_LARGE: row(413, 'File size too large. Maximum file size is 20.0 MB', 'The uploaded file is over the limit'),
  UNSUPPORTED_MEDIA_TYPE: row(
    415,
    'Unsupported Media Type. Supported formats are: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF.',
    'The uploaded file is none of the supported formats',
  ),
  TRIAL_USED_UP: row(
    429,
    'The free photos of today, or the free clicks on this one, are used up. Sign in to go on, or come back tomorrow.',
    'The trial of this address, or of all together, is used up for the day, or that of clicks on a photo',
  ),
  INTERNAL_ERROR: row(500, 'Internal Server Error. Please contact support: <SUPPORT_EMAIL>', 'Internal failure'),
  CREDITS_HELD: row(
    503,
    'All remaining credits are held by calls that are still running. Please try again later.',
    'Other calls hold every credit that is left; one may come back',
  ),
  SERVICE_UNAVAILABLE: row(
    503,
    'Service temporarily unavailable. Please try again later.',
    'The service is out of capacity for the moment',
  ),
} as const satisfies Record<string, Row>;

export type FixedRefusalCode = keyof typeof table;
export type RefusalCode =
  | FixedRefusalCode
  | 'RATE_LIMITED'
  | 'VALIDATION_ERROR'
  | 'INVALID_IMAGE'
  | 'IMAGE_TOO_LARGE'
  | 'POINT_NOT_FOUND'
  | 'IDEMPOTENCY_MISMATCH'
  | 'IMAGE_URL_NOT_ALLOWED'
  | 'IMAGE_URL_UNREACHABLE'
  | 'IMAGE_URL_STATUS'
  | 'IMAGE_URL_TOO_LARGE'
  | 'IMAGE_URL_TIMEOUT'
  | 'IMAGE_URL_NOT_AN_IMAGE';

/** Rows of the fixed table, for the reference and the tests. */
export const fixedRefusals: Readonly<Record<FixedRefusalCode, Row>> = table;

/** The refusal of that code with its fixed public text. */
export function refusal(code: FixedRefusalCode, extra: Pick<Refusal, 'retryAfterSeconds' | 'allow'> = {}): Refusal {
  return { code, status: table[code].status, body: { detail: table[code].detail }, ...extra };
}

/** 429 in the gateway's shape, which the contract states. */
export function rateLimited(retryAfterSeconds: number): Refusal {
  const message = 'Rate limit exceeded. Please try again later';
  return {
    code: 'RATE_LIMITED',
    status: 429,
    body: { error: 'Too Many Requests', status: 429, message },
    retryAfterSeconds,
  };
}

/** 422 that points at one place of the request. */
export function invalid(
  loc: readonly (string | number)[],
  msg: string,
  type = 'value_error',
  code: RefusalCode = 'VALIDATION_ERROR',
): Refusal {
  return { code, status: 422, body: { detail: [{ loc, msg, type }] } };
}

/** Of a JSON body that is UTF-16 or UTF-32. */
export const notUtf8 = 'expected UTF-8';

/** 400: the body is no JSON. @param found what it has that JSON does not, where that is sure */
export function invalidJson(found: string | null): Refusal {
  const { detail } = table.INVALID_JSON;
  return { ...refusal('INVALID_JSON'), body: { detail: found === null ? detail : `${detail}: ${found}` } };
}

/** 422: the body was compressed, or otherwise encoded, on its way. */
export function encodedBody(): Refusal {
  const msg = 'The body has a Content-Encoding; send it as it is, without compression';
  return invalid(['header', 'Content-Encoding'], msg);
}

/** 422: the JSON body holds too much beside the image. */
export function tooManyMembers(limit: number): Refusal {
  const msg = `The body has more than ${limit} members and array elements; send the image and its options alone`;
  return invalid(['body'], msg);
}

/** Where a request names its image. */
export function imageLocation(source: ImageSource): readonly string[] {
  return ['body', source === 'url' ? imageUrlName : imageNames[source][0]];
}

/** The image is over the limit: 413 for an upload, 422 for Base64. */
export function imageTooLarge(encoding: BodyEncoding, limitBytes: number): Refusal {
  if (encoding === 'multipart') {
    const fixed = refusal('FILE_TOO_LARGE');
    return { ...fixed, body: { detail: table.FILE_TOO_LARGE.detail.replace('20.0 MB', megabytes(limitBytes)) } };
  }
  const msg = `Image size exceeds maximum allowed size of ${megabytes(limitBytes)}`;
  return invalid(imageLocation('json'), msg, 'value_error', 'IMAGE_TOO_LARGE');
}

/** The image is of no supported format: 415 for an upload, else 422. `heic` says whether HEIC is switched on. */
export function unsupportedFormat(source: ImageSource, heic = true): Refusal {
  if (source === 'multipart') return { ...refusal('UNSUPPORTED_MEDIA_TYPE'), body: { detail: supportedFormats(heic) } };
  return notSupported(source, 'Unsupported image format', heic);
}

/** The image is a camera raw: refused as any other format, with a sentence that names it where the contract leaves room. */
export function unsupportedRaw(source: ImageSource, heic = true): Refusal {
  if (source === 'multipart') return unsupportedFormat(source, heic);
  const problem = 'Unsupported image format: camera raws (DNG, NEF, CR2, IIQ and others) must be developed first';
  return notSupported(source, problem, heic);
}

function notSupported(source: 'json' | 'url', problem: string, heic: boolean): Refusal {
  const text = supportedFormats(heic).replace('Unsupported Media Type', problem);
  const code = source === 'url' ? 'IMAGE_URL_NOT_AN_IMAGE' : 'VALIDATION_ERROR';
  return invalid(imageLocation(source), text, 'value_error', code);
}

/** The formats that a picture may have, in a sentence of the contract. */
export function supportedFormats(heic: boolean): string {
  const all = table.UNSUPPORTED_MEDIA_TYPE.detail;
  return heic ? all : all.replace(' HEIC,', '');
}

/** The image is of a supported format and cannot be used. `problem` says what is wrong and what to do. */
export function invalidImage(source: ImageSource, problem: string): Refusal {
  return invalid(imageLocation(source), problem, 'value_error', 'INVALID_IMAGE');
}

/** The `Idempotency-Key` was charged for another picture, operation or options. */
export function idempotencyMismatch(): Refusal {
  const msg = 'This Idempotency-Key was used for another request; send a new one';
  return invalid(['header', 'Idempotency-Key'], msg, 'value_error', 'IDEMPOTENCY_MISMATCH');
}

/** The `Idempotency-Key` is no name. */
export function malformedIdempotencyKey(): Refusal {
  return invalid(['header', 'Idempotency-Key'], 'Expected 1 to 255 printable ASCII characters');
}

/** Carries a refusal to where it is answered. `cause` is for the log alone. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause?: unknown) {
    super(`${refusal.status} ${refusal.code}`, { cause });
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

function row(status: number, detail: string, when: string): Row {
  return { status, detail, when };
}
