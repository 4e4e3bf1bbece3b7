import { describe, expect, test } from 'vitest';
import type { KeyDetails } from './answers.ts';
import {
  alignColumns,
  printCreated,
  printEntryPage,
  printKey,
  printKeyPage,
  printRefunded,
  printSecrets,
  printShown,
} from './print.ts';

const details: KeyDetails = {
  id: 'key_0123456789abcdef',
  wallet: 'live_ABCDEFGHIJ',
  type: 'live',
  hint: 'Wx9z',
  label: 'A shop',
  created_at: '2026-06-15 12:00:00',
  revoked_at: null,
  credit: 9,
  balance: 10,
  open_holds: 1,
  expires: '2027-01-31 23:59:59',
  rate_per_minute: 30,
  endpoints: ['alpha-channel', 'car-layers-base64'],
  limit: null,
  charged: 3,
  revoked: false,
  suspended: false,
};

describe('columns', () => {
  test('are under each other and end without spaces', () => {
    expect(
      alignColumns([
        ['a', 'bb', 'c'],
        ['aaa', 'b', ''],
      ]),
    ).toBe('a    bb  c\naaa  b');
  });

  test('of no rows are no text', () => {
    expect(alignColumns([])).toBe('');
  });
});

test('a created key is printed whole, with the advice to store it', () => {
  expect(printCreated({ ...details, key: 'live_secret' }).split('\n')).toEqual([
    'key        live_secret',
    'id         key_0123456789abcdef',
    'wallet     live_ABCDEFGHIJ',
    'type       live',
    'hint       …Wx9z',
    'label      A shop',
    'credit     9',
    'balance    10, of which 1 held by calls in progress',
    'expires    2027-01-31 23:59:59 UTC',
    'rate       30 requests in any 60 seconds',
    'endpoints  alpha-channel, car-layers-base64',
    'limit      none, charged for 3',
    'created    2026-06-15 12:00:00 UTC',
    'revoked    no',
    'suspended  no',
    '',
    'Store the key now: it is shown this once and cannot be read again.',
  ]);
});

describe('the details of a key', () => {
  test('says what is absent', () => {
    const text = printKey({ ...details, label: null, endpoints: null });
    expect(text).toContain('label      -\n');
    expect(text).toContain('endpoints  all\n');
  });

  test('says when the key was revoked, and what to do when the list has not heard of it', () => {
    const revoked = { ...details, revoked: true };
    expect(printKey({ ...revoked, revoked_at: '2026-07-01 00:00:00' })).toMatch(
      /^revoked {4}2026-07-01 00:00:00 UTC$/m,
    );
    expect(printKey(revoked)).toMatch(/^revoked {4}yes, and not yet noted in the list: revoke again$/m);
  });

  test('says what limit the key has, when it is to end, and whether its wallet is suspended', () => {
    const text = printKey({ ...details, limit: 7, suspended: true, revoked_at: '2026-07-01 00:00:00' });
    expect(text).toContain('limit      7, charged for 3\n');
    expect(text).toMatch(/revoked {4}on 2026-07-01 00:00:00 UTC\nsuspended {2}yes, with all keys of its wallet$/);
  });

  test('refuses an answer of another shape', () => {
    expect(() => printKey({ id: 'key_1' })).toThrow();
  });
});

const at = '2026-06-15 12:00:00';
const rest = { key_id: null, request_id: null, reference: null, missing: 0 };
const entries = [
  { ...rest, sequence: 13, at, kind: 'refund', amount: -2, reference: 'refund 1', missing: 3, balance_after: 7 },
  { ...rest, sequence: 12, at, kind: 'charge', amount: -1, key_id: details.id, request_id: 'r-1', balance_after: 9 },
  { ...rest, sequence: 1, at, kind: 'grant', amount: 10, balance_after: 10 },
];
const entryLines = [
  'ENTRY  AT                   KIND    AMOUNT         BALANCE  REQUEST OR REFERENCE',
  '13     2026-06-15 12:00:00  refund  -2, 3 missing  7        refund 1',
  '12     2026-06-15 12:00:00  charge  -1             9        r-1',
  '1      2026-06-15 12:00:00  grant   +10            10       -',
];

test.each([
  [{ taken: 5, missing: 0, waits: false }, '5 credits were taken back.'],
  [{ taken: 5, missing: 2, waits: false }, '5 credits were taken back; 2 were spent or are held by calls in progress.'],
  [{ taken: 0, missing: 0, waits: true }, 'The refund waits for its grant; nothing was taken.'],
])('a refund, %j, says what was taken', (refunded, text) => {
  expect(printRefunded(refunded)).toBe(text);
});

test('a shown key ends with its entries', () => {
  expect(
    printShown({ ...details, entries })
      .split('\n')
      .slice(-5),
  ).toEqual(['', ...entryLines]);
  expect(printShown({ ...details, entries: [] })).toMatch(/\n\nNo entries\.$/);
});

test('pages of entries say how to go on', () => {
  expect(printEntryPage({ entries, next_cursor: '1' }).split('\n')).toEqual([...entryLines, '', 'More: --cursor 1']);
  expect(printEntryPage({ entries, next_cursor: null }).split('\n')).toEqual(entryLines);
});

test('pages of keys are a table, or say that there are none', () => {
  const { id, wallet, type, hint, label, created_at } = details;
  const keys = [
    { id, wallet, type, hint, label, created_at, revoked_at: null },
    { id, wallet, type, hint, label: null, created_at, revoked_at: at },
  ];
  expect(printKeyPage({ keys, next_cursor: id }).split('\n')).toEqual([
    'ID                    TYPE  HINT   CREATED              REVOKED              LABEL',
    'key_0123456789abcdef  live  …Wx9z  2026-06-15 12:00:00  -                    A shop',
    'key_0123456789abcdef  live  …Wx9z  2026-06-15 12:00:00  2026-06-15 12:00:00  -',
    '',
    'More: --cursor key_0123456789abcdef',
  ]);
  expect(printKeyPage({ keys: [], next_cursor: null })).toBe('No keys.');
});

test('what needs each value of a secret, and what one that is not set', () => {
  const none = { keys: 0, second_factors: 0, names: 0 };
  const values = [
    { ...none, variable: 'KEY_HASH_SECRET', place: 1, keys: 12 },
    { ...none, variable: 'KEY_HASH_SECRETS_OLD', place: 1 },
    { ...none, variable: 'SESSION_SECRET', place: 1, second_factors: 1, names: 3 },
  ];
  expect(printSecrets({ values, missing: none })).toBe(
    `KEY_HASH_SECRET                12 keys
KEY_HASH_SECRETS_OLD, value 1  nothing needs it
SESSION_SECRET                 1 second factor, 3 names`,
  );
  expect(printSecrets({ values: [], missing: { ...none, keys: 1, names: 2 } })).toContain(
    '1 key, 2 names need a value that is not set',
  );
});
