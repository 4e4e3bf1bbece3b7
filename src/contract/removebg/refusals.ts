/** Our refusals in the format of remove.bg: status, and one error with a title for people and a code for programs. */
import { imageUrlName } from '../encoding.ts';
import { moreThanOneSource } from '../image-url.ts';
import { unsupportedBackground } from '../output/background.ts';
import { type Refusal, type RefusalBody, type RefusalCode, Refused } from '../refusals.ts';
import { type ErrorCode, errorCodes } from './codes.ts';

/** Where the refusal of a background names it by its address. */
const backgroundUrlName = 'bg_image_url';

/** By our code, whatever it is about. All others are `invalid_parameters`. */
const byCode: Readonly<Partial<Record<RefusalCode, ErrorCode>>> = {
  INVALID_API_KEY: 'auth_failed',
  ENDPOINT_NOT_ALLOWED: 'auth_failed',
  INSUFFICIENT_CREDITS: 'insufficient_credits',
  CREDITS_EXPIRED: 'insufficient_credits',
  FILE_TOO_LARGE: 'file_too_large',
  IMAGE_TOO_LARGE: 'file_too_large',
  IMAGE_URL_TOO_LARGE: 'file_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_file_type',
  IMAGE_URL_NOT_AN_IMAGE: 'invalid_file_type',
  RATE_LIMITED: 'rate_limit_exceeded',
  IDEMPOTENCY_IN_PROGRESS: 'idempotency_in_progress',
  IDEMPOTENCY_EXHAUSTED: 'idempotency_exhausted',
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  INTERNAL_ERROR: 'internal_error',
  CREDITS_HELD: 'service_unavailable',
  SERVICE_UNAVAILABLE: 'service_unavailable',
};

/** By the field whose value is wrong. */
const byField: Readonly<Record<string, ErrorCode>> = {
  [imageUrlName]: 'invalid_image_url',
  format: 'invalid_format',
  roi: 'invalid_roi',
  semitransparency: 'invalid_semitransparency',
  crop_margin: 'invalid_crop_margin',
  scale: 'invalid_scale',
  position: 'invalid_position',
  bg_color: 'invalid_bg_color',
  [backgroundUrlName]: 'invalid_bg_image_url',
};

/** By the address that was to be fetched. */
const ofFetching: Readonly<Record<string, ErrorCode>> = {
  [imageUrlName]: 'failed_image_download',
  [backgroundUrlName]: 'failed_bg_download',
};

/** A refusal of this API alone, in its words. */
export function refusedWith(code: ErrorCode, title: string): Refused {
  const { status } = errorCodes[code];
  return new Refused({ code: 'VALIDATION_ERROR', status, body: { errors: [{ title, code }] } });
}

/**
 * The same refusal in its words. Our own code stays in `X-Error-Code`.
 * @param ofPicture what the fault of a picture is called, where that says more than the refusal
 */
export function inRemovebgWords(refusal: Refusal, ofPicture: ErrorCode | null): Refusal {
  if (ofPicture === null && 'errors' in refusal.body) return refusal;
  const code = ofPicture ?? codeOf(refusal);
  return { ...refusal, status: errorCodes[code].status, body: { errors: [{ title: titleOf(refusal.body), code }] } };
}

function codeOf(refusal: Refusal): ErrorCode {
  if (refusal === moreThanOneSource) return 'multiple_sources';
  const field = fieldOf(refusal.body);
  switch (refusal.code) {
    case 'VALIDATION_ERROR':
      if (titleOf(refusal.body).startsWith(unsupportedBackground)) return 'invalid_file_type';
      return byField[field] ?? 'invalid_parameters';
    case 'IMAGE_URL_NOT_ALLOWED':
      return byField[field] ?? 'invalid_parameters';
    case 'IMAGE_URL_UNREACHABLE':
    case 'IMAGE_URL_STATUS':
    case 'IMAGE_URL_TIMEOUT':
      return ofFetching[field] ?? 'invalid_parameters';
    default:
      return byCode[refusal.code] ?? 'invalid_parameters';
  }
}

/** The field that a refusal points at; empty where it points at none. */
function fieldOf(body: RefusalBody): string {
  if (!('detail' in body) || typeof body.detail === 'string') return '';
  return String(body.detail[0].loc[1] ?? '');
}

function titleOf(body: RefusalBody): string {
  if ('errors' in body) return body.errors[0].title;
  if ('message' in body) return body.message;
  if (typeof body.detail === 'string') return body.detail;
  const [{ loc, msg, type }] = body.detail;
  return type === 'missing' ? `${loc[loc.length - 1]}: ${msg}` : msg;
}
