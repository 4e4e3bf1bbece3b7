/** Every limit of what the admin API takes: the last value that passes and the first that does not. */
import { describe, expect, test } from 'vitest';
import { scopeNames } from '../../contract/operations.ts';
import {
  auditQuery,
  createRequest,
  endpointsRequest,
  entriesQuery,
  expiryRequest,
  listQuery,
  rateRequest,
  topUpRequest,
} from './requests.ts';

describe('credits', () => {
  test.each([
    [-1, false],
    [0, true],
    [1, true],
    [0.5, false],
    [1_000_000_000, true],
    [1_000_000_001, false],
  ])('%d may be granted: %s', (credits, fits) => {
    expect(topUpRequest.safeParse({ credits }).success).toBe(fits);
    expect(createRequest.safeParse({ type: 'live', credits }).success).toBe(fits);
  });
});

describe('a rate', () => {
  test.each([
    [0, false],
    [1, true],
    [1.5, false],
    [100_000, true],
    [100_001, false],
  ])('of %d in any 60 seconds may be set: %s', (rate_per_minute, fits) => {
    expect(rateRequest.safeParse({ rate_per_minute }).success).toBe(fits);
    expect(createRequest.safeParse({ type: 'test', credits: 1, rate_per_minute }).success).toBe(fits);
  });
});

describe('operations', () => {
  test.each<[string, unknown, unknown]>([
    ['null lifts the restriction', null, null],
    ['none', [], undefined],
    ['one', ['alpha-channel'], ['alpha-channel']],
    ['one twice is one', ['alpha-channel', 'alpha-channel'], ['alpha-channel']],
    ['all', [...scopeNames], [...scopeNames]],
    ['more than there are', [...scopeNames, 'alpha-channel'], undefined],
    ['one that there is not', ['nothing'], undefined],
  ])('%s', (_what, endpoints, due) => {
    expect(endpointsRequest.safeParse({ endpoints }).data?.endpoints).toEqual(due);
  });
});

describe('a label', () => {
  test.each([
    ['', false],
    ['x', true],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['two\nlines', false],
    ['\u0085', false],
    ['ü 🙂', true],
  ])('%j may be given: %s', (label, fits) => {
    expect(createRequest.safeParse({ type: 'live', credits: 1, label }).success).toBe(fits);
  });
});

describe('a page', () => {
  test.each([
    ['0', false, false],
    ['1', true, true],
    ['01', true, true],
    ['100', true, true],
    ['101', false, true],
    ['200', false, true],
    ['201', false, false],
    ['-1', false, false],
    ['1.5', false, false],
    [' 1', false, false],
  ])('of %j keys may be asked for: %s, of as many entries: %s', (limit, ofKeys, ofEntries) => {
    expect(listQuery.safeParse({ limit }).success).toBe(ofKeys);
    expect(entriesQuery.safeParse({ limit }).success).toBe(ofEntries);
  });

  test('has 50 rows where nothing is said', () => {
    expect(listQuery.parse({})).toEqual({ limit: 50 });
    expect(entriesQuery.parse({})).toEqual({ limit: 50 });
  });

  test.each([
    ['0', undefined],
    ['1', 1],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', undefined],
    ['00000000000000001', undefined],
  ])('after %s', (cursor, due) => {
    expect(entriesQuery.safeParse({ cursor }).data?.cursor).toBe(due);
    expect(auditQuery.safeParse({ cursor }).data?.cursor).toBe(due);
  });
});

test.each([
  ['2050-01-02', Date.UTC(2050, 0, 2, 23, 59, 59)],
  ['2050-01-02 03:04:05', Date.UTC(2050, 0, 2, 3, 4, 5)],
  ['2050-02-30', undefined],
])('an expiry of %s is the moment that it names', (expires, due) => {
  expect(expiryRequest.safeParse({ expires }).data?.expires).toBe(due);
});

test('members that nobody declared are refused', () => {
  expect(topUpRequest.safeParse({ credits: 1, expire: '2050-01-02' }).success).toBe(false);
});
