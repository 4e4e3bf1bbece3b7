import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { Refused, refusal } from '../../contract/refusals.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { ImageFault, RawFault, ReaderFault } from '../../pixels/pipeline/picture/fault.ts';
import { PointFault } from '../../pixels/pipeline/points/fault.ts';
import { removebgRefusalOf } from '../removebg/refuse.ts';
import { refusalOf, refuse } from './refuse.ts';

afterEach(() => vi.restoreAllMocks());

/** What was logged as an error, line by line. */
function listen() {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => lines.mock.calls.map(([line]) => JSON.parse(String(line)));
}

describe('a failure', () => {
  it('over a file on which a decoder failed is refused like a broken one, and the log has the cause', () => {
    const logged = listen();
    expect(refusalOf(new ReaderFault(new TypeError('at 7')), 'multipart', true, { requestId: 'r1' })).toMatchObject({
      status: 422,
      code: 'INVALID_IMAGE',
    });
    expect(logged()).toMatchObject([
      { event: 'reader-failed', requestId: 'r1', failure: { cause: { message: 'at 7' } } },
    ]);
  });

  test.each([
    ['keep_points', 'POINT_NOT_FOUND'],
    ['drop_points', 'VALIDATION_ERROR'],
  ] as const)('of %s is said of their field: %s', (field, code) => {
    const logged = listen();
    expect(refusalOf(new PointFault(field, code, 'Not there'), 'multipart', true, { requestId: 'r1' })).toEqual({
      status: 422,
      code,
      body: { detail: [{ loc: ['body', field], msg: 'Not there', type: 'value_error' }] },
    });
    expect(logged()).toEqual([]);
  });

  test.each([
    [new ImageFault('invalid', 'No pixels'), 'multipart', 422, ['body', 'file']],
    [new ImageFault('invalid', 'No pixels'), 'json', 422, ['body', 'image_base64']],
  ] as const)('of a broken file is the client’s own: nothing to log (%#)', (fault, encoding, status, loc) => {
    const logged = listen();
    expect(refusalOf(fault, encoding, true, { requestId: 'r1' })).toMatchObject({
      status,
      body: { detail: [{ loc, msg: 'No pixels' }] },
    });
    expect(logged()).toEqual([]);
  });

  test.each([
    ['multipart', true, 415, 'HEIC'],
    ['multipart', false, 415, null],
    ['json', true, 422, 'HEIC'],
    ['json', false, 422, null],
  ] as const)('of an unknown format (%s, HEIC %s) says what is supported', (encoding, heic, status, named) => {
    const refused = refusalOf(new ImageFault('unsupported', 'none'), encoding, heic, { requestId: 'r1' });
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body).includes('HEIC')).toBe(named !== null);
  });

  test('of a raw names it in Base64 operations, and is 400 in the remove.bg compatibility API', () => {
    const names = { requestId: 'r1' };
    const logged = listen();
    expect(refusalOf(new RawFault(), 'multipart', true, names)).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      status: 415,
    });
    const named = refusalOf(new RawFault(), 'json', true, names);
    expect(named.status).toBe(422);
    expect(JSON.stringify(named.body)).toContain('camera raws (DNG, NEF');
    expect(removebgRefusalOf(new RawFault(), 'multipart', true, names).status).toBe(400);
    expect(logged()).toEqual([]);
  });

  test.each([
    [new Refused(refusal('INVALID_JSON')), 400, false],
    [new Refused(refusal('SERVICE_UNAVAILABLE'), 'full'), 503, true],
    [new NetworkFault('unavailable', 'full', { retryAfterSeconds: 9 }), 503, true],
    [new NetworkFault('failed', 'wrong'), 500, true],
    [new TypeError('at 7'), 500, true],
    ['a text', 500, true],
  ])('is answered and logged as what it is (%#)', (failure, status, isLogged) => {
    const logged = listen();
    expect(refusalOf(failure, 'multipart', true, { requestId: 'r1' }).status).toBe(status);
    expect(logged()).toMatchObject(isLogged ? [{ level: 'error', requestId: 'r1' }] : []);
  });

  it('for want of a network says when to come again', () => {
    listen();
    const fault = new NetworkFault('unavailable', 'full', { retryAfterSeconds: 9 });
    expect(refusalOf(fault, 'json', true, { requestId: 'r1' }).retryAfterSeconds).toBe(9);
    expect(
      refusalOf(new NetworkFault('failed', 'wrong'), 'json', true, { requestId: 'r1' }).retryAfterSeconds,
    ).toBeUndefined();
  });
});

describe('the answer of a refusal', () => {
  const env = { SUPPORT_EMAIL: 'help@example.com' };

  it('is the body of the contract, with the code in a header', async () => {
    const answer = refuse(refusal('INTERNAL_ERROR'), env);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      detail: 'Internal Server Error. Please contact support: help@example.com',
    });
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/json',
      'x-error-code': 'INTERNAL_ERROR',
    });
  });

  it('rounds seconds up and names methods', () => {
    const terms = { retryAfterSeconds: 0.2, allow: 'POST' };
    const { headers } = refuse(refusal('METHOD_NOT_ALLOWED', terms), env);
    expect([headers.get('Retry-After'), headers.get('Allow')]).toEqual(['1', 'POST']);
    expect(refuse(refusal('NOT_FOUND', { retryAfterSeconds: 0 }), env).headers.get('Retry-After')).toBe('0');
  });
});
