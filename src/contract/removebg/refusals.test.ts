import { describe, expect, it } from 'vitest';
import { addressFaults, addressTooLarge, moreThanOneSource } from '../image-url.ts';
import { backgroundRefused, backgroundTooLarge } from '../output/background.ts';
import {
  encodedBody,
  type FixedRefusalCode,
  fixedRefusals,
  idempotencyMismatch,
  imageTooLarge,
  invalid,
  invalidImage,
  invalidJson,
  malformedIdempotencyKey,
  notUtf8,
  type Refusal,
  rateLimited,
  refusal,
  tooManyMembers,
  unsupportedFormat,
} from '../refusals.ts';
import { type ErrorCode, errorCodes } from './codes.ts';
import { inRemovebgWords, refusedWith } from './refusals.ts';

describe('a refusal in the format of remove.bg', () => {
  it.each<[FixedRefusalCode, number, string]>([
    ['INVALID_API_KEY', 403, 'auth_failed'],
    ['ENDPOINT_NOT_ALLOWED', 403, 'auth_failed'],
    ['INSUFFICIENT_CREDITS', 402, 'insufficient_credits'],
    ['CREDITS_EXPIRED', 402, 'insufficient_credits'],
    ['FILE_TOO_LARGE', 400, 'file_too_large'],
    ['IDEMPOTENCY_IN_PROGRESS', 409, 'idempotency_in_progress'],
    ['IDEMPOTENCY_EXHAUSTED', 409, 'idempotency_exhausted'],
    ['METHOD_NOT_ALLOWED', 405, 'method_not_allowed'],
    ['INTERNAL_ERROR', 500, 'internal_error'],
    ['CREDITS_HELD', 503, 'service_unavailable'],
    ['SERVICE_UNAVAILABLE', 503, 'service_unavailable'],
  ])('%s is %i %s', (ours, status, code) => {
    expect(inRemovebgWords(refusal(ours), null)).toMatchObject({
      code: ours,
      status,
      body: { errors: [{ title: fixedRefusals[ours].detail, code }] },
    });
  });

  const faults: readonly Refusal[] = [
    ...Object.keys(fixedRefusals).map((code) => refusal(code as FixedRefusalCode)),
    ...[
      invalid(['body', 'size'], 'Expected a size'),
      invalidImage('multipart', 'Broken'),
      encodedBody(),
      invalidJson(notUtf8),
    ],
    ...[unsupportedFormat('json'), tooManyMembers(9), idempotencyMismatch(), malformedIdempotencyKey()],
  ].filter(
    ({ code, status }) =>
      [400, 408, 413, 415, 422].includes(status) && code !== 'FILE_TOO_LARGE' && code !== 'UNSUPPORTED_MEDIA_TYPE',
  );
  it.each(faults)('of $status for $code is 400 invalid_parameters with a sentence', (fault) => {
    expect(inRemovebgWords(fault, null)).toEqual({
      ...fault,
      status: 400,
      body: { errors: [{ title: expect.stringMatching(/\w/), code: 'invalid_parameters' }] },
    });
  });

  it('says the sentence of a field, and that an image is too large', () => {
    const { body } = inRemovebgWords(invalid(['body', 'size'], 'Expected a size'), null);
    expect(body).toEqual({ errors: [{ title: 'Expected a size', code: 'invalid_parameters' }] });
    for (const refused of [imageTooLarge('json', 1024), imageTooLarge('multipart', 1024)]) {
      expect(inRemovebgWords(refused, null)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'file_too_large' }] },
      });
    }
  });

  it('of a picture that shows nothing is unknown_foreground', () => {
    const { status, body } = inRemovebgWords(invalid(['body', 'file'], 'No vehicle'), 'unknown_foreground');
    expect([status, body]).toEqual([400, { errors: [{ title: 'No vehicle', code: 'unknown_foreground' }] }]);
  });

  it('of too many calls keeps when to come back', () => {
    expect(inRemovebgWords(rateLimited(7), null)).toMatchObject({
      status: 429,
      retryAfterSeconds: 7,
      body: { errors: [{ code: 'rate_limit_exceeded' }] },
    });
  });

  const url = 'image_url';
  const background = 'bg_image_url';
  /** The refusals of an address that are no value of its field. */
  const failures = (name: string) =>
    addressFaults(name).filter(({ refusal: { code } }) => code !== 'IMAGE_URL_NOT_ALLOWED');
  it.each([
    ...failures(url).map(({ when, refusal: refused }) => ({ when, refused, code: 'failed_image_download' })),
    ...failures(background).map(({ when, refusal: refused }) => ({ when, refused, code: 'failed_bg_download' })),
  ])('is $code: $when', ({ refused, code }) => {
    expect(inRemovebgWords(refused, null)).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it.each([
    [url, 'invalid_image_url'],
    [background, 'invalid_bg_image_url'],
  ])('of %s that is no address is %s', (name, code) => {
    const [{ refusal: refused }] = addressFaults(name).filter(
      (fault) => fault.refusal.code === 'IMAGE_URL_NOT_ALLOWED',
    );
    expect(inRemovebgWords(refused, null)).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it.each<[ErrorCode, Refusal]>([
    ['multiple_sources', moreThanOneSource],
    ['invalid_image_url', invalid(['body', url], 'Input should be a valid string', 'string_type')],
    ['file_too_large', addressTooLarge(1024)],
    ['file_too_large', backgroundTooLarge(1024, 'bg_image_file')],
    ['file_too_large', backgroundTooLarge(1024, background, true)],
    ['invalid_file_type', unsupportedFormat('multipart')],
    ['invalid_file_type', unsupportedFormat('url')],
    ['invalid_file_type', backgroundRefused({ kind: 'unsupported', message: '' }, 'bg_image_file', false)],
    ['invalid_file_type', backgroundRefused({ kind: 'unsupported', message: '' }, background, true)],
    ['invalid_format', invalid(['body', 'format'], 'Expected', 'enum')],
    ['invalid_roi', invalid(['body', 'roi'], 'Expected')],
    ['invalid_semitransparency', invalid(['body', 'semitransparency'], 'Expected', 'bool_parsing')],
    ['invalid_crop_margin', invalid(['body', 'crop_margin'], 'Expected')],
    ['invalid_scale', invalid(['body', 'scale'], 'Expected')],
    ['invalid_position', invalid(['body', 'position'], 'Expected')],
    ['invalid_bg_color', invalid(['body', 'bg_color'], 'Expected')],
    ['invalid_parameters', invalid(['body', 'crop'], 'Expected', 'bool_parsing')],
    ['missing_source', refusedWith('missing_source', 'Nothing').refusal],
  ])('is %s', (code, refused) => {
    expect(inRemovebgWords(refused, null)).toMatchObject({
      status: errorCodes[code].status,
      body: { errors: [{ title: expect.stringMatching(/\w/), code }] },
    });
  });
});
