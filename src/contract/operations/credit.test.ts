import { expect, it } from 'vitest';
import { jsonOf } from '../testing/outcome.ts';
import { credit } from './credit.ts';

it('states what can be spent, and until when in UTC', () => {
  const available = { credit: 998, expiresAtMs: Date.UTC(2027, 0, 31, 23, 59, 59) };
  expect(jsonOf(credit.answer.members, available, null)).toEqual({
    credit: 998,
    expiration_date: '2027-01-31 23:59:59',
  });
});
