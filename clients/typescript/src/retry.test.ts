/** Which failures are waited out, and for how long. */
import { expect, test } from 'vitest';
import { BrokenError, RefusedError } from './errors.ts';
import { secondsToWait } from './retry.ts';

function refused(status: number, headers: Record<string, string> = {}): RefusedError {
  return new RefusedError(status, new Headers(headers), {}, 'id');
}
const inProgress = { 'X-Error-Code': 'IDEMPOTENCY_IN_PROGRESS', 'Retry-After': '2' };

test.each([
  [refused(429), 0.5],
  [refused(502), 0.5],
  [refused(503), 0.5],
  [refused(504), 0.5],
  [refused(409, inProgress), 2],
  [new BrokenError('cut', 'id'), 0.5],
])('%s is waited out', (failure, seconds) => {
  expect(secondsToWait(failure, 1, 0)).toBe(seconds);
  expect(secondsToWait(failure, 9, 0)).toBe(30);
});

test.each([400, 401, 402, 403, 404, 405, 409, 413, 415, 422])('%d would come again', (status) => {
  expect(secondsToWait(refused(status, { 'Retry-After': '1' }), 1)).toBeNull();
});

test.each([408, 500])('%d is tried three times', (status) => {
  expect([1, 2, 3].map((tries) => secondsToWait(refused(status), tries, 0))).toEqual([0.5, 1, null]);
});

test('waits double up to half a minute, and are up to a quarter longer', () => {
  const waits = (random: number) =>
    Array.from({ length: 8 }, (_, at) => secondsToWait(new BrokenError('', ''), at + 1, random));
  expect(waits(0)).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30]);
  expect(waits(1)).toEqual([0.625, 1.25, 2.5, 5, 10, 20, 37.5, 37.5]);
});

test('Retry-After is the least wait, and a date in it is ignored', () => {
  expect(secondsToWait(refused(429, { 'Retry-After': '45' }), 1, 0)).toBe(45);
  expect(secondsToWait(refused(503, { 'Retry-After': '1' }), 4, 0)).toBe(4);
  expect(secondsToWait(refused(503, { 'Retry-After': 'Mon, 23 Nov 2026 06:00:00 GMT' }), 1, 0)).toBe(0.5);
});
