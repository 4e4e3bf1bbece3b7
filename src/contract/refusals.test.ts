/** The words of refusals that are made of what was wrong. Those of the fixed table are held by the reference. */
import { describe, expect, test } from 'vitest';
import {
  encodedBody,
  fixedRefusals,
  idempotencyMismatch,
  imageTooLarge,
  invalid,
  invalidImage,
  invalidJson,
  malformedIdempotencyKey,
  notUtf8,
  Refused,
  rateLimited,
  refusal,
  tooManyMembers,
  unsupportedFormat,
  unsupportedRaw,
} from './refusals.ts';

/** A 422 that points at one place. */
const pointing = (loc: readonly string[], msg: string, code = 'VALIDATION_ERROR') => ({
  code,
  status: 422,
  body: { detail: [{ loc, msg, type: 'value_error' }] },
});

test('a refusal of the table has its status and its text, and what is added to it', () => {
  expect(refusal('NOT_FOUND')).toEqual({ code: 'NOT_FOUND', status: 404, body: { detail: 'Not Found' } });
  expect(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })).toEqual({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    body: { detail: 'Service temporarily unavailable. Please try again later.' },
    retryAfterSeconds: 2,
  });
  for (const { status, detail } of Object.values(fixedRefusals)) expect([status, detail]).not.toContain('');
});

test('429 has the shape of the gateway', () => {
  expect(rateLimited(7)).toEqual({
    code: 'RATE_LIMITED',
    status: 429,
    body: { error: 'Too Many Requests', status: 429, message: 'Rate limit exceeded. Please try again later' },
    retryAfterSeconds: 7,
  });
});

test('422 points at one place, as a problem of a value where nothing else is said', () => {
  expect(invalid(['body', 'a', 0], 'No')).toEqual({
    code: 'VALIDATION_ERROR',
    status: 422,
    body: { detail: [{ loc: ['body', 'a', 0], msg: 'No', type: 'value_error' }] },
  });
});

describe('a body', () => {
  test.each([
    [invalidJson(null), { code: 'INVALID_JSON', status: 400, body: { detail: 'Invalid JSON' } }],
    [invalidJson(notUtf8), { code: 'INVALID_JSON', status: 400, body: { detail: 'Invalid JSON: expected UTF-8' } }],
    [
      encodedBody(),
      pointing(
        ['header', 'Content-Encoding'],
        'The body has a Content-Encoding; send it as it is, without compression',
      ),
    ],
    [
      tooManyMembers(64),
      pointing(['body'], 'The body has more than 64 members and array elements; send the image and its options alone'),
    ],
  ])('is refused in words (%#)', (made, expected) => {
    expect(made).toEqual(expected);
  });
});

describe('an image', () => {
  test.each([
    [20 * 2 ** 20, '20.0 MB'],
    [1.5 * 2 ** 20, '1.5 MB'],
    [1024, '0.0 MB'],
  ])('over %i bytes: the refusal names the limit', (limitBytes, megabytes) => {
    expect(imageTooLarge('multipart', limitBytes)).toEqual({
      code: 'FILE_TOO_LARGE',
      status: 413,
      body: { detail: `File size too large. Maximum file size is ${megabytes}` },
    });
    expect(imageTooLarge('json', limitBytes)).toEqual(
      pointing(['body', 'image_base64'], `Image size exceeds maximum allowed size of ${megabytes}`, 'IMAGE_TOO_LARGE'),
    );
  });

  const all = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF.';
  const allButHeic = 'JPEG, PNG, WebP, AVIF, TIFF, BMP, GIF.';

  test.each([
    [true, all],
    [false, allButHeic],
    [undefined, all],
  ])('of no supported format: the refusal names those that are; HEIC on is %s', (heic, formats) => {
    expect(unsupportedFormat('multipart', heic)).toEqual({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      status: 415,
      body: { detail: `Unsupported Media Type. Supported formats are: ${formats}` },
    });
    expect(unsupportedFormat('json', heic)).toEqual(
      pointing(['body', 'image_base64'], `Unsupported image format. Supported formats are: ${formats}`),
    );
  });

  test('that is a raw is named where the contract leaves room', () => {
    expect(unsupportedRaw('multipart')).toEqual(unsupportedFormat('multipart'));
    expect(unsupportedRaw('multipart', false)).toEqual(unsupportedFormat('multipart', false));
    const problem = 'Unsupported image format: camera raws (DNG, NEF, CR2, IIQ and others) must be developed first';
    expect(unsupportedRaw('json', false)).toEqual(
      pointing(['body', 'image_base64'], `${problem}. Supported formats are: ${allButHeic}`),
    );
  });

  test('that cannot be used is pointed at by the names of its encoding', () => {
    expect(invalidImage('multipart', 'No')).toEqual(pointing(['body', 'file'], 'No', 'INVALID_IMAGE'));
    expect(invalidImage('json', 'No')).toEqual(pointing(['body', 'image_base64'], 'No', 'INVALID_IMAGE'));
  });
});

test('a refusal of an Idempotency-Key points at its header', () => {
  const at = ['header', 'Idempotency-Key'];
  const used = 'This Idempotency-Key was used for another request; send a new one';
  expect(idempotencyMismatch()).toEqual(pointing(at, used, 'IDEMPOTENCY_MISMATCH'));
  expect(malformedIdempotencyKey()).toEqual(pointing(at, 'Expected 1 to 255 printable ASCII characters'));
});

test('what is thrown names status and code, and keeps the cause for the log', () => {
  const refused = new Refused(refusal('NOT_FOUND'), 'why');
  expect(refused).toMatchObject({ name: 'Refused', message: '404 NOT_FOUND', cause: 'why' });
  expect(refused.refusal).toEqual(refusal('NOT_FOUND'));
});
