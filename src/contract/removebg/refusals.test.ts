import { describe, expect, it } from 'vitest';
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
import { inRemovebgWords } from './refusals.ts';

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
    expect(inRemovebgWords(refusal(ours), false)).toMatchObject({
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
  ].filter(({ code, status }) => [400, 408, 413, 415, 422].includes(status) && code !== 'FILE_TOO_LARGE');
  it.each(faults)('of $status for $code is 400 invalid_parameters with a sentence', (fault) => {
    expect(inRemovebgWords(fault, false)).toEqual({
      ...fault,
      status: 400,
      body: { errors: [{ title: expect.stringMatching(/\w/), code: 'invalid_parameters' }] },
    });
  });

  it('says the sentence of a field, and that an image is too large', () => {
    const { body } = inRemovebgWords(invalid(['body', 'size'], 'Expected a size'), false);
    expect(body).toEqual({ errors: [{ title: 'Expected a size', code: 'invalid_parameters' }] });
    for (const refused of [imageTooLarge('json', 1024), imageTooLarge('multipart', 1024)]) {
      expect(inRemovebgWords(refused, false)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'file_too_large' }] },
      });
    }
  });

  it('of a picture that shows nothing is unknown_foreground', () => {
    const { status, body } = inRemovebgWords(invalid(['body', 'file'], 'No vehicle'), true);
    expect([status, body]).toEqual([400, { errors: [{ title: 'No vehicle', code: 'unknown_foreground' }] }]);
  });

  it('of too many calls keeps when to come back', () => {
    expect(inRemovebgWords(rateLimited(7), false)).toMatchObject({
      status: 429,
      retryAfterSeconds: 7,
      body: { errors: [{ code: 'rate_limit_exceeded' }] },
    });
  });
});
