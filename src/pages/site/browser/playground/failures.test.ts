import { describe, expect, it } from 'vitest';
import { brokenOff, failureOf, publicText } from './failures.ts';

describe('the public text', () => {
  it.each([
    [{ detail: 'Invalid API Key' }, 'Invalid API Key'],
    [{ detail: [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }] }, 'Field required'],
    [{ detail: [{ msg: 'One' }, { msg: 'Two' }] }, 'One\nTwo'],
    [
      { error: 'Too Many Requests', status: 429, message: 'Rate limit exceeded. Please try again later' },
      'Rate limit exceeded. Please try again later',
    ],
    [{ detail: [] }, null],
    [{ detail: 5 }, null],
    [{}, null],
    [null, null],
    ['text', null],
  ])('of %j is %j', (body, text) => expect(publicText(body)).toBe(text));
});

describe('a failure', () => {
  const headers = (values: Record<string, string> = {}) => new Headers(values);

  it('carries status, code and request id', () => {
    const given = headers({ 'X-Error-Code': 'INVALID_API_KEY', 'X-Request-Id': 'abc' });
    expect(failureOf(401, given, { detail: 'Invalid API Key' })).toEqual({
      text: 'Invalid API Key',
      advice: 'This account or key cannot make calls. Ask the operator of this service.',
      origin: '401 · INVALID_API_KEY · request abc',
      code: 'INVALID_API_KEY',
      retryAfterSeconds: null,
      mayRetry: false,
      accountHelps: false,
    });
  });

  it('of a token that has ended may be tried again, with a new one', () => {
    expect(failureOf(403, headers({ 'X-Error-Code': 'STRANGE_ORIGIN' }), {})).toMatchObject({ mayRetry: true });
    expect(failureOf(403, headers({ 'X-Error-Code': 'ENDPOINT_NOT_ALLOWED' }), {})).toMatchObject({ mayRetry: false });
  });

  it('of a trial that is used up asks for an account, and not for another try', () => {
    const given = headers({ 'X-Error-Code': 'TRIAL_USED_UP', 'Retry-After': '40000' });
    expect(failureOf(429, given, { detail: 'Used up' })).toMatchObject({
      text: 'Used up',
      advice: '',
      mayRetry: false,
      accountHelps: true,
    });
  });

  it.each([
    [429, '12', 'Try again in 12 seconds. This call cost nothing.'],
    [503, '1', 'Try again in 1 second. This call cost nothing.'],
    [503, '', 'Try again. This call cost nothing.'],
    [500, '', 'Try again. This call cost nothing.'],
    [408, '', 'Try again. This call cost nothing.'],
  ])('of %i after "%s" may be tried again', (status, retryAfter, advice) => {
    const given = headers(retryAfter ? { 'Retry-After': retryAfter } : {});
    expect(failureOf(status, given, {})).toMatchObject({ advice, mayRetry: true });
  });

  it('of an earlier call that is in work speaks of that call, and may be tried again', () => {
    const given = headers({ 'X-Error-Code': 'IDEMPOTENCY_IN_PROGRESS', 'Retry-After': '2' });
    expect(failureOf(409, given, { detail: 'A request with this Idempotency-Key …' })).toMatchObject({
      text: 'The earlier call for this photo has not ended yet.',
      advice: 'Try again in 2 seconds. This call cost nothing.',
      retryAfterSeconds: 2,
      mayRetry: true,
    });
    const ended = headers({ 'X-Error-Code': 'IDEMPOTENCY_EXHAUSTED' });
    expect(failureOf(409, ended, {})).toMatchObject({ advice: '', mayRetry: false });
  });

  it.each([413, 415, 422])('of %i asks for another photo', (status) => {
    expect(failureOf(status, headers(), {})).toMatchObject({
      advice: 'Choose another photo. This call cost nothing.',
      mayRetry: false,
    });
  });

  it('without a body says its status', () => {
    expect(failureOf(502, headers(), null)).toMatchObject({ text: 'The service answered 502.', origin: '502' });
  });

  it('without an answer asks to look at the connection', () => {
    expect(brokenOff(false).text).toBe('The service could not be reached.');
    expect(brokenOff(true).text).toBe('The answer broke off before it was complete.');
  });
});
