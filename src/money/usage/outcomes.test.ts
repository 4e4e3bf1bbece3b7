import { expect, test } from 'vitest';
import { errorRateOf } from './outcomes.ts';

const outcome = (status: number, errorCode: string, calls: number) => ({
  operation: 'alpha-channel',
  status,
  errorCode,
  calls,
});

test('the share of failures is of 500 and above, without calls that wait for credits of the same caller', () => {
  expect(errorRateOf([])).toBeNull();
  const fine = [outcome(200, '', 6), outcome(402, 'INSUFFICIENT_CREDITS', 1), outcome(503, 'CREDITS_HELD', 2)];
  expect(errorRateOf(fine)).toBe(0);
  expect(errorRateOf([...fine, outcome(503, 'SERVICE_UNAVAILABLE', 1)])).toBe(0.1);
});
